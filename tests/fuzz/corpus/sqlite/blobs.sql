CREATE TABLE weather(time, outdoorTemperature, globalIrradiation);
INSERT INTO weather VALUES (x'323032342D30312D30385430303A30303A30305A', x'FFFE', 0);
