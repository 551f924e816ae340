/** The promise of a key, made when it is first wanted. One that failed is made again. */
export function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(key);
  if (known) return known;
  const promise = make();
  promise.catch(() => made.delete(key));
  made.set(key, promise);
  return promise;
}
