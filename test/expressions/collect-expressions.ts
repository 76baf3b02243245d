import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A regular expression of the source. */
export interface Expression {
  readonly pattern: string
  readonly flags: string
  /** The files that contain it, with lines. */
  readonly places: readonly string[]
}

export interface Collected {
  readonly expressions: readonly Expression[]
  /** The files that build expressions from other values. */
  readonly dynamic: readonly string[]
}

const SOURCES = ['packages/{core,contract,http,client,dashboard}/src/**/*.{ts,tsx}', 'functions/**/*.ts']
const EXCLUDED = /\.test\.tsx?$|\/testing\/|node_modules/

/** Returns the regular expressions of what meets text from outside. The code is parsed, not run. */
export function collectExpressions(): Collected {
  const found = new Map<string, { pattern: string; flags: string; places: string[] }>()
  const dynamic = new Set<string>()
  const add = (pattern: string, flags: string, place: string) => {
    const name = `/${pattern}/${flags}`
    const known = found.get(name) ?? { pattern, flags, places: [] }
    found.set(name, { ...known, places: [...known.places, place] })
  }
  for (const file of SOURCES.flatMap((glob) => globSync(glob)).toSorted()) {
    if (EXCLUDED.test(file)) continue
    const text = readFileSync(file, 'utf8')
    const placeOf = (offset: number) => `${file}:${text.slice(0, offset).split('\n').length}`
    const built = ({ callee }: ESTree.NewExpression | ESTree.CallExpression) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') dynamic.add(file)
    }
    new Visitor({
      Literal: (node) => {
        if ('regex' in node) add(node.regex.pattern, node.regex.flags, placeOf(node.start))
      },
      NewExpression: built,
      CallExpression: built,
    }).visit(parseSync(file, text).program)
  }
  return { expressions: [...found.values()], dynamic: [...dynamic] }
}
