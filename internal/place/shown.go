package place
