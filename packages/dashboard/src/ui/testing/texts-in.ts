import type { ESTree } from 'vite'

type Node = ESTree.Node

/** Attributes and properties whose strings are shown, also single lower-case words. */
const SHOWN = new Set(['alt', 'aria-label', 'hint', 'label', 'text', 'title', 'word'])
const NOT_SHOWN = new Set(['aria-keyshortcuts', 'className', 'd', 'key', 'sizes', 'transform', 'viewBox'])
/** Constants whose strings are shown. */
const SHOWN_CONSTANT = /_(?:HINTS|LABELS|NAMES|TEXTS?)$/
/** A capital letter at the start, a word in parentheses, or several words. */
const TEXT = /^[A-Z][a-z’]|^\(\w+\)$|[\p{L}\d},.:!?] [\p{L}{“]/u
/** Names of components, selectors, and code of several lines. */
const NOT_TEXT = /^(?:[A-Z][a-z]+){2,}$|\[|\n/
const LETTER = /\p{L}/u

/**
 * Returns the texts that a module shows, in order. `{name}` stands for a value, `{a|b}` for one of two texts. A sentence with elements
 * in it, such as a link, is one text.
 */
export function textsIn(program: ESTree.Program): readonly string[] {
  return visit(program, false)
}

/** Returns the texts in a node. `isShown` is true where each string is shown. */
function visit(node: Node, isShown: boolean): readonly string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && isText(node.value, node.value, isShown) ? [node.value] : []
    case 'TemplateLiteral': {
      const written = node.quasis.map(({ value }) => value.cooked).join('')
      const text = inline(node)
      return [...(isText(written, text, isShown) ? [text] : []), ...node.expressions.flatMap(visitValue)]
    }
    case 'ConditionalExpression':
      return [...visit(node.test, false), ...visit(node.consequent, isShown), ...visit(node.alternate, isShown)]
    case 'LogicalExpression':
      return [...visit(node.left, isShown && node.operator !== '&&'), ...visit(node.right, isShown)]
    case 'JSXElement':
      return [...visit(node.openingElement, false), ...visitChildren(node.children)]
    case 'JSXFragment':
      return visitChildren(node.children)
    case 'JSXAttribute': {
      const name = nameOf(node)
      return node.value && !NOT_SHOWN.has(name) ? visit(node.value, SHOWN.has(name)) : []
    }
    case 'Property':
      return NOT_SHOWN.has(nameOf(node)) ? [] : visit(node.value, isShown || SHOWN.has(nameOf(node)))
    case 'VariableDeclarator':
      return node.init ? visit(node.init, SHOWN_CONSTANT.test(nameOf(node))) : []
    case 'CallExpression':
      return [...visit(node.callee, false), ...node.arguments.flatMap((each) => visit(each, nameOf(node) === 'tell'))]
    case 'MemberExpression':
      return visit(node.object, isShown)
    case 'SwitchCase':
      return node.consequent.flatMap((each) => visit(each, false))
    case 'BinaryExpression':
    case 'ImportDeclaration':
    case 'ImportExpression':
      return []
    default:
      return node.type.startsWith('TS') && !('expression' in node)
        ? []
        : nodesIn(node).flatMap((each) => visit(each, isShown))
  }
}

/** Returns the texts of an element's children: first the sentence, if they are one. */
function visitChildren(children: readonly ESTree.JSXChild[]): readonly string[] {
  if (!isSentence(children)) return children.flatMap((child) => visit(child, child.type === 'JSXExpressionContainer'))
  return [sentence(children), ...children.flatMap(visitInSentence)]
}

/** Returns the texts of a sentence's part that are not in the sentence. */
function visitInSentence(child: ESTree.JSXChild): readonly string[] {
  if (child.type === 'JSXExpressionContainer') return visitValue(child.expression)
  if (child.type !== 'JSXElement') return []
  const { openingElement, children } = child
  return [
    ...visit(openingElement, false),
    ...(isSentence(children) ? children.flatMap(visitInSentence) : visitChildren(children)),
  ]
}

/** Returns the texts of a value that `inline` leaves out. */
function visitValue(node: Node): readonly string[] {
  return hasWords(node) || node.type === 'Literal' ? [] : visit(node, true)
}

/** Writes the children of an element as one sentence. */
function sentence(children: readonly ESTree.JSXChild[]): string {
  const parts = children.map((child) =>
    child.type === 'JSXText'
      ? child.value.replace(/\s*\n\s*/g, '\n')
      : inline(child.type === 'JSXExpressionContainer' ? child.expression : child),
  )
  return parts
    .join('')
    .replace(/^\n|\n$/g, '')
    .replaceAll('\n', ' ')
}

/** Writes a value in a sentence. */
function inline(node: Node): string {
  switch (node.type) {
    case 'Literal':
      return String(node.value)
    case 'TemplateLiteral':
      return node.quasis
        .map(({ value }, index) => value.cooked + (node.expressions[index] ? inline(node.expressions[index]) : ''))
        .join('')
    case 'ConditionalExpression':
      return hasWords(node) ? `{${inline(node.consequent)}|${inline(node.alternate)}}` : '{…}'
    case 'LogicalExpression':
      if (node.operator === '&&') return hasWords(node) ? `{${inline(node.right)}|}` : ''
      return hasWords(node) ? `{${inline(node.left)}|${inline(node.right)}}` : inline(node.left)
    case 'JSXElement':
      return isSentence(node.children) ? sentence(node.children) : `{${nameOf(node.openingElement)}}`
    case 'ChainExpression':
      return inline(node.expression)
    case 'CallExpression': {
      const [first] = node.arguments
      if (node.callee.type !== 'MemberExpression') return `{${nameOf(node)}}`
      // Of a formatter, such as Math or NUMBER, the formatted value.
      return first && /^[A-Z]/.test(nameOf(node.callee.object)) ? inline(first) : inline(node.callee.object)
    }
    default:
      return `{${nameOf(node) || '…'}}`
  }
}

/** Returns whether a value that depends on a condition is a text. */
function hasWords(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && LETTER.test(node.value)
  if (node.type === 'TemplateLiteral') return node.quasis.some(({ value }) => LETTER.test(value.cooked ?? ''))
  if (node.type === 'ConditionalExpression') return hasWords(node.consequent) || hasWords(node.alternate)
  return node.type === 'LogicalExpression' && hasWords(node.right)
}

function isSentence(children: readonly ESTree.JSXChild[]): boolean {
  return children.some((child) => child.type === 'JSXText' && LETTER.test(child.value))
}

/** `written` is the text without its values. */
function isText(written: string, text: string, isShown: boolean): boolean {
  return LETTER.test(written) && (isShown || (TEXT.test(text) && !NOT_TEXT.test(text)))
}

/** Returns the name that a node has or refers to, or `''`. */
function nameOf(node: Node): string {
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      return node.name
    case 'Literal':
      return String(node.value)
    case 'MemberExpression':
      return nameOf(node.property)
    case 'JSXMemberExpression':
      return nameOf(node.property)
    case 'CallExpression':
      return nameOf(node.callee)
    case 'Property':
      return nameOf(node.key)
    case 'VariableDeclarator':
      return nameOf(node.id)
    case 'JSXAttribute':
    case 'JSXOpeningElement':
      return nameOf(node.name)
    default:
      return ''
  }
}

/** Returns the nodes directly in a node. */
function nodesIn(node: Node): readonly Node[] {
  const values: readonly unknown[] = Object.values(node)
  return values.flat().filter(isNode)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
