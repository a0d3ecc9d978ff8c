"""7 × 7 boards that are not decided within seven seconds, for tests of limits: random cards in random cells."""

HARD = (
    "JH 4S -- KH AH AD -- / JD -- -- TD -- -- -- / -- KS 5D -- -- -- 7H / -- -- QC 4C 8C -- 3D / "
    "-- AC 7S -- -- 2D TC / 3H -- -- 8H 9D -- -- / -- KD -- AS 8S TH JS",
    "QH -- 4S 7S -- 9S -- / 6H -- TH AH -- -- 2H / KS -- -- -- 5H -- -- / -- 2C 4D -- TD -- -- / "
    "7D -- -- -- 2S QS 3H / -- TS -- JD AC 4H -- / -- 5D -- -- -- 8D 6D",
    "-- -- JC QD -- 3H -- / -- JS 2D -- -- -- 4S / 8D -- 5S 6S 5C -- -- / -- -- KS -- -- -- 9H / "
    "QC -- AD -- 6H -- AC / -- 8S -- -- -- 4H 8C / -- 8H 6C 2H KC -- 9C",
    "3H -- -- -- -- 6H 5H / 3S -- JC 4C -- AS 9S / -- 5C -- -- JH -- -- / -- JS 8D -- TH -- -- / "
    "-- 9D -- -- -- -- 7C / AC -- -- 6C JD 3C -- / TS KH -- -- 6S 2D 3D",
)
