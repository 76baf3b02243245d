/** A global, a property of one, or a property of a built-in prototype, by its path. */
type Properties = ReadonlyMap<string, PropertyDescriptor>

/** Built-in prototypes that no global names. */
const UNNAMED = {
  AsyncFunction: (async () => {}).constructor,
  GeneratorFunction: function* () {}.constructor,
  AsyncGeneratorFunction: async function* () {}.constructor,
  TypedArray: Object.getPrototypeOf(Uint8Array),
}

/**
 * Imports the module that the argument names and prints, as a JSON array, the paths of globals, their properties, and
 * properties of built-in prototypes that the import added, removed or replaced. Run it with Node in a process of its own.
 */
async function main(module: string): Promise<void> {
  // Reading a lazy global of Node creates it, with further globals.
  properties()
  const before = properties()
  await import(module)
  const after = properties()
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  process.stdout.write(JSON.stringify(paths.filter((path) => !isSame(before.get(path), after.get(path)))))
  // A module may keep a timer or a connection.
  process.exit()
}

function properties(): Properties {
  const found = new Map<string, PropertyDescriptor>()
  const roots: Record<PropertyKey, unknown> = { ...UNNAMED }
  for (const name of Reflect.ownKeys(globalThis)) roots[name] = Reflect.get(globalThis, name)
  note(found, 'globalThis', globalThis)
  for (const name of Reflect.ownKeys(roots)) {
    const root = roots[name]
    if (!isObject(root) || root === globalThis) continue
    note(found, String(name), root)
    const { prototype } = Object.getOwnPropertyDescriptors<{ prototype?: unknown }>(root)
    if (isObject(prototype?.value)) note(found, `${String(name)}.prototype`, prototype.value)
  }
  return found
}

function note(found: Map<string, PropertyDescriptor>, path: string, object: object): void {
  for (const key of Reflect.ownKeys(object)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(object, key)
    if (descriptor) found.set(`${path}.${String(key)}`, descriptor)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}

/** Node replaces lazy getters by values, and counts in some. A function that replaces another one is a change. */
function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined): boolean {
  if (!one || !other) return false
  return typeof one.value !== 'function' || typeof other.value !== 'function' || one.value === other.value
}

await main(process.argv[2] ?? '')
