import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { textsIn as textsOfPage } from '../../packages/dashboard/src/ui/testing/texts-in.ts'

const packages = join(import.meta.dirname, '../../packages')
/** Calls with a message for callers: errors and checks of schemas. */
const CALL =
  /\b(?:conflict|invalidField|problem|new ServiceError|new RateLimitError|v\.(?:check|email|integer|literal|maxCodePoints|maxLength|maxValue|minCodePoints|minLength|minValue|nonEmpty|picklist|regex|safeInteger|union|url))(?:<[^>]*>)?\(/g
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
/** The file that translates the messages of the schema library. */
const TRANSLATIONS = 'core/src/platform/check.ts'

/** Prints every message that callers can get, then every text of the dashboard by file, to proofread them. */
export async function run(): Promise<void> {
  console.log(['# Messages to callers', '', ...messagesToCallers(), ''].join('\n'))
  console.log(textsOfDashboard().join('\n'))
}

function messagesToCallers(): string[] {
  const files = globSync('{contract,core,http}/src/**/*.ts', {
    cwd: packages,
    exclude: ['**/*.test.ts', '**/openapi/**'],
  })
  const found = files.flatMap((file) => {
    const source = readFileSync(join(packages, file), 'utf8').replace(COMMENT, '')
    const texts = [...source.matchAll(CALL)].flatMap(({ index }) => textsIn(argumentsAt(source, index)))
    return file === TRANSLATIONS ? [...texts, ...textsIn(source).filter((text) => /^(is|must) /.test(text))] : texts
  })
  return [...new Set(found)].toSorted()
}

function textsOfDashboard(): string[] {
  const root = join(packages, 'dashboard/src')
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts', '**/testing*', '**/testing/**'] })
  return files.toSorted().flatMap((file) => {
    const texts = textsOfPage(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
    return texts.length === 0 ? [] : [`# ${file}`, '', ...texts, '']
  })
}

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
