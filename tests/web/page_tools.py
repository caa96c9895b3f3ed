"""What the tests of the page share: how big the screens are, and how to find and wait for things on it."""

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WAIT_MS = 60_000
"""So long a page is waited for: a machine may be slow, and busy."""


def hole(page, index):
    return page.locator(f"#places button[data-index='{index}']")


def label(page, index):
    return hole(page, index).get_attribute("aria-label")


def wait_label(page, index, text):
    page.wait_for_function(
        "([i, text]) => document.querySelector(`#places button[data-index='${i}']`).ariaLabel.includes(text)",
        arg=[index, text],
    )


def wait_hands(page):
    """Until everything that was done by hand has reached the table."""
    page.wait_for_function("() => document.querySelector('#places').dataset.busy === '0'")


def middle(page, index):
    box = hole(page, index).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
