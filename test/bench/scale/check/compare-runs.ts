import type { Findings } from '../../judge.ts'

/** What both runs measure: attempts at endpoints that hang, deliveries that wait at the end, the quiet one's mean wait in ms. */
export interface Run {
  readonly attempts: number
  readonly backlog: number
  readonly wait: number
}

const LARGEST_DIFFERENCE = 0.2
const NAMES = ['attempts', 'backlog', 'wait'] as const

/** Compares a run in the embedded cloud with one in the simulation. */
export function compareRuns(measured: Run, simulated: Run): Findings {
  const differences = NAMES.map((name) => ({ name, difference: simulated[name] / measured[name] - 1 }))
  return {
    figures: Object.fromEntries(
      NAMES.flatMap((name) => [
        [`${name}: embedded cloud`, Math.round(measured[name])],
        [`${name}: simulation`, Math.round(simulated[name])],
      ]),
    ),
    broken: {
      'the simulation differs from the embedded cloud by at most a fifth': differences
        .filter(({ difference }) => !(Math.abs(difference) <= LARGEST_DIFFERENCE))
        .map(({ name, difference }) => `${name}: ${Math.round(difference * 100)} %`),
    },
  }
}
