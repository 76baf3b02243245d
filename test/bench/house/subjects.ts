import { parseSync } from 'vite'
import { childrenOf, isNode, type Node, nameOf, nodesOf } from './syntax.ts'

/**
 * Returns the number of subjects of a file: groups of its declarations that mention each other, of which at least one is
 * exported. A group with two tables counts as two. Only a file with a table is counted, because files without one are
 * often a list of small functions of one kind. A file without a table has one subject.
 */
export function subjectsOf(path: string, text: string): number {
  const declarations = childrenOf(parseSync(path, text).program.body).flatMap(declarationsOf)
  const tables = declarations.filter(({ node }) => isTable(node))
  if (tables.length === 0) return 1
  const groups = groupsOf(declarations).filter((group) => group.some(({ isExported }) => isExported))
  return groups.reduce((sum, group) => sum + Math.max(1, group.filter(({ node }) => isTable(node)).length), 0)
}

interface Declared {
  readonly name: string
  readonly node: Node
  readonly isExported: boolean
}

function declarationsOf(statement: Node): readonly Declared[] {
  const isExported = statement.type === 'ExportNamedDeclaration'
  const node = isNode(statement.declaration) ? statement.declaration : statement
  const declarators = childrenOf(node.declarations)
  return (declarators.length > 0 ? declarators : [node]).flatMap((each) => {
    const name = nameOf(each.id)
    return name === undefined ? [] : [{ name, node: each, isExported }]
  })
}

function isTable(node: Node): boolean {
  return nodesOf(node).some(({ type, callee }) => type === 'CallExpression' && nameOf(callee) === 'entity')
}

function groupsOf(declarations: readonly Declared[]): readonly (readonly Declared[])[] {
  const names = new Set(declarations.map(({ name }) => name))
  const groups = new Map(declarations.map((each) => [each.name, [each]]))
  for (const { name, node } of declarations)
    for (const mentioned of nodesOf(node).map(nameOf)) {
      const [own, other] = [groups.get(name), mentioned && names.has(mentioned) ? groups.get(mentioned) : undefined]
      if (!own || !other || own === other) continue
      own.push(...other)
      for (const each of other) groups.set(each.name, own)
    }
  return [...new Set(groups.values())]
}
