/**
 * Returns an object that `make` creates on first use, so that importing its file does not create it. Its properties can
 * be read, listed and called, but not set. With the comment `@__PURE__` before the call, bundles that do not use the
 * object do not contain it.
 */
export function onFirstUse<T extends object>(make: () => T): T {
  let made: T | undefined
  const object = (): T => {
    made ??= make()
    return made
  }
  return new Proxy(Object.create(null), {
    get(_target, property) {
      const value = Reflect.get(object(), property)
      return typeof value === 'function' ? value.bind(object()) : value
    },
    set: () => false,
    getPrototypeOf: () => Reflect.getPrototypeOf(object()),
    ownKeys: () => Reflect.ownKeys(object()),
    getOwnPropertyDescriptor: (_target, property) => Reflect.getOwnPropertyDescriptor(object(), property),
  })
}

/**
 * Creates the objects now, for what every invocation of a function uses. A function has a whole processor while it
 * starts. With 512 MB it has less than a third of one afterwards.
 */
export function makeAtStart(...objects: readonly object[]): void {
  for (const object of objects) Reflect.ownKeys(object)
}
