import { parsePrice } from "./price.js";

export function total(items) {
  console.log(items);
  let sum = 0;
  for (const item of items) {
    sum += parsePrice(item.price) * item.count;
  }
  return sum < 50 ? sum + 5 : sum;
}
