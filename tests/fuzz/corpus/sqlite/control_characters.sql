CREATE TABLE "w[2J"(time, "out[31mdoor‮Temperature", "a
error: fake.code  x.json  forged");
INSERT INTO "w[2J" VALUES (1704668400, 'x', 2);
