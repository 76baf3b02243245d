/**
 * Returns an object that `make` makes when the object is first used, so that the file that exports it is imported without making it.
 * Its properties can be read, listed and called, but not set.
 */
export function onFirstUse<T extends object>(make: () => T): T {
  let made: T | undefined
  const own = (): T => {
    made ??= make()
    return made
  }
  return new Proxy(Object.create(null), {
    get(_target, property) {
      const value = Reflect.get(own(), property)
      return typeof value === 'function' ? value.bind(own()) : value
    },
    set: () => false,
    getPrototypeOf: () => Reflect.getPrototypeOf(own()),
    ownKeys: () => Reflect.ownKeys(own()),
    getOwnPropertyDescriptor: (_target, property) => Reflect.getOwnPropertyDescriptor(own(), property),
  })
}

/**
 * Makes them at once. For what every invocation of a function uses: a function has a whole processor while it starts, and with 512 MB
 * less than a third of one afterwards.
 */
export function makeAtStart(...objects: readonly object[]): void {
  for (const object of objects) Reflect.ownKeys(object)
}
