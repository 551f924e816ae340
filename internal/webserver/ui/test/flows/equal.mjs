// Every line equals git's: as the server sends it, and as the page shows it.
import { large, small } from "../changes.mjs";
import { equal, onPage } from "../equal.mjs";

export default async function (t) {
  t.say(`${(await equal(small(), ["HEAD"])).lines} lines of the small set`);
  t.say(`${(await onPage(small())).lines} lines of it on the page`);
  t.say(`${(await equal(large(), ["HEAD"])).lines} lines of the large set`);
}
