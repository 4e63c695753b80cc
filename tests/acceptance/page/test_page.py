"""The page at / in a real browser, with the whole real system."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.fixtures.network.tcp_proxy import TcpProxy, tcp_proxy
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.system import System

PROMPT = "a cat in cyberpunk style"
TIMEOUT_MS = 90_000
WIDTH, HEIGHT = 900, 700
UNREACHABLE = "The service cannot be reached"
IMAGE = "article img"


@pytest.fixture
async def proxy(system: System) -> AsyncIterator[TcpProxy]:
    """A proxy between the page and the system."""
    async with tcp_proxy(system.url.removeprefix("http://")) as proxy:
        yield proxy


@pytest.fixture
async def page(browser: Browser, proxy: TcpProxy) -> AsyncIterator[Page]:
    """Open the page in a browser whose language is English."""
    async with opened(browser, proxy, "en-US") as page:
        yield page


@asynccontextmanager
async def opened(browser: Browser, proxy: TcpProxy, language: str) -> AsyncIterator[Page]:
    """Open the page; fail if one of its scripts fails."""
    context = await browser.new_context(locale=language, viewport={"width": WIDTH, "height": HEIGHT})
    page = await context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    failures = list[str]()
    page.on("pageerror", lambda error: failures.append(str(error)))
    await page.goto(f"http://127.0.0.1:{proxy.port}/")
    yield page
    await context.close()
    assert not failures


async def send(page: Page, text: str) -> None:
    await page.fill("#prompt", text)
    await page.click("#send")


async def wait_for_image(page: Page) -> Locator:
    """Wait until the last run has its image, and return it."""
    image = page.locator(IMAGE).last
    await expect(image).to_have_js_property("complete", value=True, timeout=TIMEOUT_MS)
    await expect(page.locator("#send")).to_be_enabled(timeout=TIMEOUT_MS)
    return image


async def test_a_result_is_on_the_screen_when_it_arrives(page: Page) -> None:
    await send(page, PROMPT)
    image = await wait_for_image(page)

    async def is_shown() -> bool:
        box, composer = await image.bounding_box(), await page.locator("#composer").bounding_box()
        assert box is not None and composer is not None
        return box["y"] >= 0 and box["y"] + box["height"] <= composer["y"] + 1

    await eventually(is_shown)


async def test_a_reload_shows_the_finished_run_again(page: Page) -> None:
    await send(page, PROMPT)
    source = await (await wait_for_image(page)).get_attribute("src")
    await page.reload()
    assert await (await wait_for_image(page)).get_attribute("src") == source
    assert await page.inner_text("article .prompt") == PROMPT
    await expect(page.locator("article")).to_have_count(1)


async def test_a_reload_in_the_middle_of_a_run_follows_it_to_its_end(page: Page) -> None:
    await page.fill("#prompt", PROMPT)
    async with page.expect_response("**/api/agent/chat"):
        await page.click("#send")
    await page.reload()
    await wait_for_image(page)
    await expect(page.locator("article")).to_have_count(1)


async def test_an_outage_of_an_hour_is_displayed_throughout_and_then_the_run_continues(
    page: Page, proxy: TcpProxy
) -> None:
    await page.clock.install()
    await page.fill("#prompt", PROMPT)
    async with page.expect_response("**/api/agent/chat"):
        await page.click("#send")
    await proxy.stop()
    notice = page.locator("article .lost")
    await expect(notice).to_contain_text("Connection lost", timeout=TIMEOUT_MS)
    for _ in range(60):
        await page.clock.run_for(60_000)
    await expect(notice).to_contain_text("Connection lost")
    await proxy.start()
    await page.get_by_role("button", name="Retry now").click()
    await page.clock.resume()
    await wait_for_image(page)
    await expect(notice).to_have_count(0)


async def test_a_prompt_sent_while_the_service_is_down_stays_in_the_box(page: Page, proxy: TcpProxy) -> None:
    await proxy.stop()
    await send(page, PROMPT)
    await expect(page.locator("#hint")).to_contain_text(UNREACHABLE)
    assert await page.input_value("#prompt") == PROMPT
    await expect(page.locator("article")).to_have_count(0)
    await proxy.start()
    await page.click("#send")
    await wait_for_image(page)
    assert not await page.input_value("#prompt")


@pytest.mark.parametrize(
    ("language", "shown"),
    [("zh-TW", "说说想画什么，看它一步步完成"), ("fr-FR", "Describe it, and watch it take shape")],
)
async def test_the_page_speaks_the_language_of_the_browser(
    browser: Browser, proxy: TcpProxy, language: str, shown: str
) -> None:
    async with opened(browser, proxy, language) as page:
        await expect(page.locator("header p")).to_contain_text(shown)


async def test_a_mask_is_drawn_with_the_keyboard(page: Page) -> None:
    await send(page, PROMPT)
    await wait_for_image(page)
    await page.get_by_role("button", name="Mark an area").focus()
    for key in ("Enter", "Enter", *["Shift+ArrowRight"] * 2, *["ArrowDown"] * 5, "Enter"):
        await page.keyboard.press(key)
    await page.fill("#prompt", "a red hat")
    async with page.expect_request("**/api/agent/chat") as sent:
        await page.click("#send")
    body: Any = (await sent.value).post_data_json
    (path,) = body["maskData"]["coordinates"]
    assert (path[1]["x"] - path[0]["x"], path[2]["y"] - path[1]["y"]) == pytest.approx((0.2 * 1024, 0.1 * 1024))
    await wait_for_image(page)
    await expect(page.locator(IMAGE)).to_have_count(2)
