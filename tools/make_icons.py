"""Draw the icons of the installed page from `static/icon.svg`: full squares, which a system may cut to shape."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent.parent / "src" / "boaf" / "web" / "static"
SIZES = (180, 192, 512)


def main() -> None:
    """Write the icons."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium is installed: apt-get install chromium")
    drawing = (STATIC / "icon.svg").read_text().replace(' rx="11"', "")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: 100vw }}</style>{drawing}")
            path = STATIC / f"icon-{size}.png"
            page.screenshot(path=path)
            print(f"{path.name}: {path.stat().st_size:,} bytes")
        browser.close()


if __name__ == "__main__":
    main()
