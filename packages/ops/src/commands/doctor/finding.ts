/** How one thing stands. `unknown` could not be looked at; `not_applicable` has no meaning here. */
export type State = 'ok' | 'warning' | 'fails' | 'unknown' | 'not_applicable'

/** What a check found. */
export interface Finding {
  readonly state: State
  readonly tells: string
  /** What to do about it: the exact command where there is one. */
  readonly remedy?: string
}

/** The deployment that is looked at. */
export interface Deployment {
  /** Undefined: what `npm start` runs here. */
  readonly stage: string | undefined
  /** Outputs of its stacks. */
  readonly outputs: Readonly<Record<string, string>>
  /** When the look began, in milliseconds. */
  readonly now: number
  /** Ends with the time limit. */
  readonly signal: AbortSignal
}

/** One thing to look at. */
export interface Check {
  readonly name: string
  /** The IAM actions that it needs. */
  readonly rights: readonly string[]
  /** Whether it reads the whole table. */
  readonly scans?: boolean
  /** Several findings when it finds several things. An error that it throws makes its line `unknown`. */
  run(deployment: Deployment): Promise<Finding | readonly Finding[]>
}

export const ok = (tells: string): Finding => ({ state: 'ok', tells })
export const warning = (tells: string, remedy: string): Finding => ({ state: 'warning', tells, remedy })
export const fails = (tells: string, remedy: string): Finding => ({ state: 'fails', tells, remedy })
export const notApplicable = (tells: string): Finding => ({ state: 'not_applicable', tells })

/**
 * An output of the stacks.
 * @throws Error that says what is missing
 */
export function outputOf({ outputs }: Pick<Deployment, 'outputs'>, name: string): string {
  const value = outputs[name]
  if (!value) throw new Error(`there is no output ${name}: one of the stacks is missing or older than this command`)
  return value
}

/** An operators' command as it is typed for this deployment. */
export function ops(command: string, { stage }: Pick<Deployment, 'stage'>): string {
  return `npm run ops -- ${command}${stage === undefined ? '' : ` --stage ${stage}`}`
}

/** How this stage is deployed again, with context values; here the next start does so. */
export function deploy({ stage }: Pick<Deployment, 'stage'>, ...context: string[]): string {
  if (stage === undefined) return 'npm start, after Ctrl-C where it runs'
  return `npm run deploy -- ${[`stage=${stage}`, ...context].map((value) => `-c ${value}`).join(' ')}`
}
