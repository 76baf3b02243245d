import { parseSync } from 'vite'

/** Returns the number of lines of a file that have code: neither blank nor only comments or imports. */
export function codeLines(path: string, text: string): number {
  return (path.endsWith('.css') ? text.replace(/\/\*[\s\S]*?\*\//g, '') : withoutImports(path, text))
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

function withoutImports(path: string, text: string): string {
  const { program, comments } = parseSync(path, text)
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration')
  const omitted = [...comments, ...imports].toSorted((a, b) => a.start - b.start)
  const parts: string[] = []
  let end = 0
  for (const { start, end: next } of omitted) {
    parts.push(text.slice(end, start))
    end = Math.max(end, next)
  }
  return [...parts, text.slice(end)].join('')
}
