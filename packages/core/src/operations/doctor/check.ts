import type { EpochMs } from '@replywright/contract/time.ts'

/** The result of a check. `unknown`: the check could not run. `not_applicable`: the deployment has no such resource. */
export type State = 'ok' | 'warning' | 'fails' | 'unknown' | 'not_applicable'

export interface Finding {
  readonly state: State
  readonly tells: string
  /** What to do, with the exact command if possible. */
  readonly remedy?: string
}

export interface Deployment {
  /** Undefined for the local service of `npm start`. */
  readonly stage: string | undefined
  /** Outputs of its stacks. */
  readonly outputs: Readonly<Record<string, string>>
  /** Start time of the checks. */
  readonly now: EpochMs
  /** Aborts at the time limit. */
  readonly signal: AbortSignal
}

export interface Check {
  readonly name: string
  /** The required IAM actions. */
  readonly rights: readonly string[]
  /** Whether it reads the whole table. */
  readonly scans?: boolean
  /** Returns one or more findings. If it throws, the finding is `unknown`. */
  run(deployment: Deployment): Promise<Finding | readonly Finding[]>
}

/** Returns a number with its noun: "1 message", "2 messages". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

export const ok = (tells: string): Finding => ({ state: 'ok', tells })
export const warning = (tells: string, remedy: string): Finding => ({ state: 'warning', tells, remedy })
export const fails = (tells: string, remedy: string): Finding => ({ state: 'fails', tells, remedy })
export const notApplicable = (tells: string): Finding => ({ state: 'not_applicable', tells })

/** Returns an output of the stacks. @throws Error with the name of a missing output */
export function outputOf({ outputs }: Pick<Deployment, 'outputs'>, name: string): string {
  const value = outputs[name]
  if (!value) throw new Error(`the output ${name} is missing: a stack does not exist or is older than this command`)
  return value
}

/** Returns the command line of an operators' command for this deployment. */
export function ops(command: string, { stage }: Pick<Deployment, 'stage'>): string {
  return `npm run ops -- ${command}${stage === undefined ? '' : ` --stage ${stage}`}`
}

/** Returns the command that redeploys the stage with context values, or restarts the local service. */
export function deploy({ stage }: Pick<Deployment, 'stage'>, ...context: string[]): string {
  if (stage === undefined) return 'stop the service with Ctrl-C, then npm start'
  return `npm run deploy -- ${[`stage=${stage}`, ...context].map((value) => `-c ${value}`).join(' ')}`
}
