import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const packages = join(import.meta.dirname, '../..')
/** Calls with a message for callers: errors and checks of schemas. */
const CALL =
  /\b(?:conflict|invalidField|problem|new ServiceError|new RateLimitError|v\.(?:check|email|integer|literal|maxCodePoints|maxLength|maxValue|minCodePoints|minLength|minValue|nonEmpty|picklist|regex|safeInteger|union|url))(?:<[^>]*>)?\(/g
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
/** The file that translates the messages of the schema library. */
const TRANSLATIONS = 'core/src/platform/request.ts'

test('messages.txt lists every message to callers', async () => {
  const files = globSync('{contract,core,http}/src/**/*.ts', {
    cwd: packages,
    exclude: ['**/*.test.ts', '**/openapi/**'],
  })
  expect(files).toContain(TRANSLATIONS)
  const found = files.flatMap((file) => {
    const source = readFileSync(join(packages, file), 'utf8').replace(COMMENT, '')
    const texts = [...source.matchAll(CALL)].flatMap(({ index }) => textsIn(argumentsAt(source, index)))
    return file === TRANSLATIONS ? [...texts, ...textsIn(source).filter((text) => /^(is|must) /.test(text))] : texts
  })
  await expect(`${[...new Set(found)].toSorted().join('\n')}\n`).toMatchFileSnapshot('../messages.txt')
})

/** Returns the texts with at least two words. This skips codes and field names. */
function textsIn(code: string): string[] {
  const literals = [...code.matchAll(LITERAL)].map(([, single, double, template]) => single ?? double ?? template ?? '')
  return literals.filter((text) => /[\w}] [\w$(]/.test(text))
}

/** Returns the arguments of the call that starts at `index`, up to its closing parenthesis. */
function argumentsAt(source: string, index: number): string {
  const start = source.indexOf('(', index)
  let depth = 0
  for (let at = start; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')') depth--
    if (depth === 0) return source.slice(start, at)
  }
  return source.slice(start)
}
