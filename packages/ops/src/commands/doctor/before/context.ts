import { readFile } from 'node:fs/promises'
import { stageProblem } from '@replywright/contract/listed-stages.ts'
import * as v from 'valibot'

/** The settings of a stage, by name, among other values: those of `cdk.json`, replaced by those of the command line. */
export type Context = Readonly<Record<string, unknown>>

const Project = v.object({
  context: v.optional(
    v.looseObject({ stages: v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {}) }),
    {},
  ),
})

/**
 * Returns the settings with which `npm run deploy -- -c stage=<stage> -c …` would deploy. `typed` has one `name=value` a line.
 * @throws Error that lists the stages of `cdk.json` if the stage is none of them
 */
export async function readContext(stage: string, typed = '', file = 'cdk.json'): Promise<Context> {
  const { stages = {}, ...common } = v.parse(Project, JSON.parse(await readFile(file, 'utf8'))).context
  const problem = stageProblem(stage, Object.keys(stages))
  if (problem !== undefined) throw new Error(problem)
  const given = typed.split('\n').filter(Boolean).map(pairOf)
  return { ...stages[stage], ...common, ...Object.fromEntries(given) }
}

function pairOf(text: string): [string, string] {
  const [, name = '', value] = /^(\w+)=(.*)$/.exec(text) ?? []
  if (value === undefined) throw new Error(`-c must be a setting such as mailFrom=no-reply@example.com, not "${text}".`)
  return [name, value]
}

/** Returns the text of a setting, or `''` if it is not set. */
export function textOf(context: Context, name: string): string {
  const value = context[name]
  return value === undefined || value === null ? '' : String(value)
}
