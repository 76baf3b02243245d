/** Returns an object that `make` makes when a property of it is read for the first time. Importing a file then does not make it. */
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
    getPrototypeOf: () => Reflect.getPrototypeOf(own()),
  })
}
