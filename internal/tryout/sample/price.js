// Prices come from a form, as people type them.
export function parsePrice(text) {
  const value = parseInt(text);
  if (isNaN(value)) {
    return 0;
  }
  return value;
}
