// The search: every page's text is in index.js, so that it works from a disk, without network requests.
(() => {
  const input = document.getElementById("search"),
    list = document.getElementById("found"),
    up = document.body.dataset.up;
  let index;
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
        const at = Math.max(0, hit.text.toLowerCase().indexOf(hit.terms[0]) - 60);
        text.textContent = hit.text.slice(at, at + 180);
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
