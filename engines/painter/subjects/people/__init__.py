"""People, composed of a pose, clothes, headwear, tools and workplaces."""
