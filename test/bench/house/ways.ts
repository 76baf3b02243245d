import { parseSync } from 'vite'
import { childrenOf, type Files, fileOfImport, isNode, type Node, nameOf, nodesOf } from './syntax.ts'

/** Where a way begins: a parameter of an exported function. */
export interface Start {
  readonly file: string
  readonly functionName: string
  readonly parameter: string
}

interface Module {
  readonly functions: ReadonlyMap<string, Node>
  /** What each imported name is in its file. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>
}

/**
 * Returns the files that a value passes, in the order in which it enters them: those of the functions that are called
 * with it, from one to the next. The value is the parameter, its parts by destructuring, the objects that contain one of
 * these, and what a function returns for it. A member such as `message.id` is another value, and so is an id that is
 * destructured. A call of a method, or of a function that is itself a parameter, is not followed.
 */
export function filesOfWay(files: Files, { file, functionName, parameter }: Start): readonly string[] {
  const modules = new Map<string, Module>()
  const moduleOf = (path: string): Module | undefined => {
    const text = files.get(path)
    if (text === undefined) return undefined
    const module = modules.get(path) ?? readModule(path, text)
    modules.set(path, module)
    return module
  }
  const passed = new Set<string>()
  const seen = new Set<string>()

  const visit = (path: string, name: string, carried: ReadonlySet<string>) => {
    const module = moduleOf(path)
    const imported = module?.imports.get(name)
    if (imported) return visit(imported.file, imported.name, carried)
    const found = module?.functions.get(name)
    const step = `${path} ${name} ${[...carried].toSorted().join()}`
    if (!found || carried.size === 0 || seen.has(step)) return
    seen.add(step)
    passed.add(path)
    const names = withAliases(found, carried)
    for (const call of nodesOf(found.body).filter(({ type }) => type === 'CallExpression')) {
      const callee = nameOf(call.callee)
      if (callee === undefined) continue
      const target = module?.imports.get(callee) ?? { file: path, name: callee }
      const parameters = childrenOf(moduleOf(target.file)?.functions.get(target.name)?.params)
      visit(target.file, target.name, namesIn(parameters, childrenOf(call.arguments), names))
    }
  }
  visit(file, functionName, new Set([parameter]))
  return [...passed]
}

function readModule(path: string, text: string): Module {
  const { program } = parseSync(path, text)
  const functions = new Map<string, Node>()
  const imports = new Map<string, { file: string; name: string }>()
  for (const statement of childrenOf(program.body)) {
    const declaration = isNode(statement.declaration) ? statement.declaration : statement
    if (declaration.type === 'FunctionDeclaration') functions.set(nameOf(declaration.id) ?? '', declaration)
    for (const { id, init } of childrenOf(declaration.declarations))
      if (isNode(init) && init.type === 'ArrowFunctionExpression') functions.set(nameOf(id) ?? '', init)
    if (statement.type !== 'ImportDeclaration' || !isNode(statement.source)) continue
    const source = fileOfImport(path, String(statement.source.value))
    for (const { imported, local } of childrenOf(statement.specifiers))
      imports.set(nameOf(local) ?? '', { file: source, name: nameOf(imported) ?? '' })
  }
  return { functions, imports }
}

/** Returns the names in a function that are the value, one of its parts, or an object that contains one. */
function withAliases(called: Node, carried: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set(carried)
  const declarators = nodesOf(called.body).filter(({ type }) => type === 'VariableDeclarator')
  for (let before = -1; before < names.size; ) {
    before = names.size
    for (const { id, init } of declarators)
      if (isNode(id) && isNode(init) && carries(init, names)) for (const name of boundIn(id)) names.add(name)
  }
  return names
}

/** Returns the parameters' names that get the value. Parts of an object literal reach the names that destructure them. */
function namesIn(
  parameters: readonly Node[],
  values: readonly Node[],
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const bound = values.flatMap((value, index) => {
    const parameter = parameters[index]
    return parameter && carries(value, names) ? boundFrom(parameter, value, names) : []
  })
  return new Set(bound)
}

function boundFrom(parameter: Node, value: Node, names: ReadonlySet<string>): readonly string[] {
  const properties = childrenOf(value.properties)
  const isLiteral = value.type === 'ObjectExpression' && !properties.some(({ type }) => type === 'SpreadElement')
  if (parameter.type !== 'ObjectPattern' || !isLiteral) return boundIn(parameter)
  const carrying = new Set(
    properties.flatMap(({ key, value: part }) => (isNode(part) && carries(part, names) ? [nameOf(key)] : [])),
  )
  return childrenOf(parameter.properties).flatMap((property) =>
    property.type === 'RestElement' || carrying.has(nameOf(property.key)) ? boundIn(property) : [],
  )
}

function carries(value: Node, names: ReadonlySet<string>): boolean {
  const inner = (...parts: readonly unknown[]) => parts.some((part) => isNode(part) && carries(part, names))
  switch (value.type) {
    case 'Identifier':
      return names.has(nameOf(value) ?? '')
    case 'ObjectExpression':
      return inner(...childrenOf(value.properties))
    case 'Property':
      return inner(value.value)
    case 'ArrayExpression':
      return inner(...childrenOf(value.elements))
    case 'SpreadElement':
    case 'AwaitExpression':
      return inner(value.argument)
    case 'ConditionalExpression':
      return inner(value.consequent, value.alternate)
    case 'LogicalExpression':
      return inner(value.left, value.right)
    case 'CallExpression':
      return inner(...childrenOf(value.arguments))
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return inner(value.expression)
    default:
      return false
  }
}

/** Names of ids, by which a call finds something else than the value. */
const ID = /^id$|Ids?$/

/** Returns the names that a pattern declares, without those of ids. */
function boundIn(pattern: Node): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [nameOf(pattern) ?? '']
    case 'ObjectPattern':
      return childrenOf(pattern.properties).flatMap(boundIn)
    case 'ArrayPattern':
      return childrenOf(pattern.elements).flatMap(boundIn)
    case 'Property':
      return isNode(pattern.value) && !ID.test(nameOf(pattern.key) ?? '') ? boundIn(pattern.value) : []
    case 'AssignmentPattern':
      return isNode(pattern.left) ? boundIn(pattern.left) : []
    case 'RestElement':
      return isNode(pattern.argument) ? boundIn(pattern.argument) : []
    default:
      return []
  }
}
