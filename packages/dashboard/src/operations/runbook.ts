import { queueTitle } from './queue-words.ts'
import texts from './runbook-texts.json' with { type: 'json' }

/** The steps of an alarm, from its section of docs/operations.md. */
interface RunbookSection {
  readonly title: string
  /** What the alarm means. */
  readonly means: string
  readonly steps: readonly string[]
}

/** By the name of the alarm. */
const SECTIONS: Readonly<Record<string, RunbookSection>> = texts

const NAME = /^Messaging-[a-z0-9-]+-(?<title>[A-Z][A-Za-z0-9]*)(?:-(?<what>.+))?$/

/** Parses an alarm's name: `Messaging-<stage>-<section>-<subject>`. */
export function alarmSubject(name: string): { readonly title: string; readonly what: string | undefined } | undefined {
  const { title, what } = NAME.exec(name)?.groups ?? {}
  return title === undefined ? undefined : { title, what }
}

/** Returns the runbook section of an alarm, or undefined if there is none. */
export function runbookSection(name: string): RunbookSection | undefined {
  const title = alarmSubject(name)?.title
  return title !== undefined && Object.hasOwn(SECTIONS, title) ? SECTIONS[title] : undefined
}

/** Names an alarm in words, such as `Dead letters: Agent replies`. Other alarms of the account keep their names. */
export function alarmTitle(name: string): string {
  const section = runbookSection(name)
  const what = alarmSubject(name)?.what
  if (!section) return name
  if (what === undefined) return section.title
  return `${section.title}: ${ABOUT_QUEUES.includes(alarmSubject(name)?.title ?? '') ? queueTitle(what) : what}`
}

const ABOUT_QUEUES: readonly string[] = ['DeadLetters', 'OldestMessage', 'InFlight']

/** Returns whether the steps of an alarm need what the page Checks does. */
export function needsChecks({ steps }: RunbookSection): boolean {
  return steps.some((step) => /\b(reconcile|ops -- doctor)\b/i.test(step))
}
