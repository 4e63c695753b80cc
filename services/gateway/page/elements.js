/* Elements of the page, and the line under the composer that is read aloud. */

export const byId = (id) => document.getElementById(id);

export function create(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter(Boolean));
  return element;
}

export function createButton(text, onClick) {
  const button = create("button", { type: "button", textContent: text });
  button.addEventListener("click", onClick);
  return button;
}

export function hint(text) { byId("hint").textContent = text; }

/* Whether the page follows what arrives: from a request on, until the person scrolls. */
let isFollowing = false;
for (const type of ["wheel", "touchmove"]) addEventListener(type, () => { isFollowing = false; }, { passive: true });

export function follow() { isFollowing = true; }

/* Scroll the page so that an element can be seen, unless the person looks at something else. */
export function reveal(element) {
  if (!isFollowing) return;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block: "nearest", behavior: isStill ? "auto" : "smooth" });
}
