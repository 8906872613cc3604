"""Stand-in until partitions.periods is there."""
import re
from bot.domain.dataset import Period
def period(text: str) -> Period | None:
    m = re.fullmatch(r"P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", text)
    if not m or text == "P":
        return None
    y, mo, w, d, h, mi, s = (int(g or 0) for g in m.groups())
    return Period(12*y+mo, 7*w+d, 3600*h+60*mi+s)
