import { queueTitle } from './queue-words.ts'
import { RUNBOOK_TEXTS } from './runbook-texts.ts'

/** The runbook steps of an alarm: a summary of a section of docs/operations.md. */
interface RunbookSection {
  readonly title: string
  readonly means: string
  readonly steps: readonly string[]
}

const SECTIONS: Readonly<Record<string, RunbookSection>> = RUNBOOK_TEXTS

export const RUNBOOK_TITLES: readonly string[] = Object.keys(SECTIONS)

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
  return `${section.title}: ${isAboutQueue(section) ? queueTitle(what) : what}`
}

function isAboutQueue(section: RunbookSection): boolean {
  const { DeadLetters, OldestMessage, InFlight } = RUNBOOK_TEXTS
  return section === DeadLetters || section === OldestMessage || section === InFlight
}
