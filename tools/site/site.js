// The search: every page's text is in index.js, so that it works from a disk, without network requests.
(() => {
  const input = document.getElementById("search"),
    list = document.getElementById("found"),
    up = document.body.dataset.up;
  let index;

  /** The stretch of some 180 letters that holds most of the words that were found, from one blank to another. */
  const passage = (text, terms) => {
    const low = text.toLowerCase();
    let best = 0,
      most = 0;
    for (const { index: at } of low.matchAll(new RegExp(terms.map((t) => t.replace(/\W/g, "\\$&")).join("|"), "g"))) {
      const held = terms.filter((t) => low.slice(at, at + 120).includes(t)).length;
      if (held > most) [best, most] = [at, held];
    }
    const from = best < 60 ? 0 : low.indexOf(" ", best - 60) + 1,
      end = text.lastIndexOf(" ", from + 180);
    return (from ? "… " : "") + text.slice(from, end > from ? end : undefined) + (end > from && end < text.length - 1 ? " …" : "");
  };
  const show = () => {
    index ??= (() => {
      const made = new MiniSearch({ fields: ["title", "text"], storeFields: ["url", "title", "text"], searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.1, combineWith: "AND" } });
      made.addAll(window.pages);
      return made;
    })();
    const words = input.value.trim();
    const found = words ? index.search(words).slice(0, 12) : [];
    list.hidden = !words;
    list.replaceChildren(
      ...found.map((hit) => {
        const row = document.createElement("li"),
          link = document.createElement("a"),
          text = document.createElement("p");
        link.href = up + hit.url;
        link.textContent = hit.title;
        text.textContent = passage(hit.text, hit.terms);
        row.append(link, text);
        return row;
      }),
    );
    if (words && !found.length) list.textContent = "Nothing found.";
  };
  input.addEventListener("input", show);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    input.value = asked;
    show();
  }
})();
