import * as v from 'valibot'
import { DateTime } from './fields.ts'

/** The states of a number, from the best to the worst. In this file, so that functions with numbers need no other schemas. */
export const HEALTH_STATES = ['ok', 'warned', 'restricted', 'blocked'] as const
export type HealthState = (typeof HEALTH_STATES)[number]

const NumberProblem = v.object({
  code: v.pipe(
    v.string(),
    v.description(
      "The provider's own word, such as `DISABLE`, `RESTRICTED_BIZ_INITIATED_MESSAGING`, `FLAGGED` or `131042`. The list is open.",
    ),
  ),
  text: v.pipe(v.string(), v.description('What is wrong, and what to do.')),
  since: DateTime,
  until: v.pipe(
    v.nullable(DateTime),
    v.description('When the problem ends by itself. Null: when the provider or an operator lifts it.'),
  ),
})

/** How the messaging provider judges a number. */
export const NumberHealth = v.pipe(
  v.object({
    state: v.pipe(
      v.picklist(HEALTH_STATES),
      v.description(
        '`warned`: everything can be sent, and something needs attention. `restricted`: the provider forbids something. `blocked`: nothing can be sent.',
      ),
    ),
    quality: v.pipe(
      v.nullable(v.string()),
      v.description("The provider's rating: `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. Null if it has reported none."),
    ),
    messagingLimit: v.pipe(
      v.nullable(v.string()),
      v.description(
        "The customers to whom the business may write first in 24 hours, in the provider's words, such as `TIER_1K`. Null if it has reported none.",
      ),
    ),
    problems: v.pipe(
      v.array(NumberProblem),
      v.description('What is wrong now, oldest first. Empty if the state is `ok`.'),
    ),
  }),
  v.description('How the messaging provider judges the number. Read-only: it changes by notices of the provider.'),
)
export type NumberHealth = v.InferOutput<typeof NumberHealth>

/** A number with problems. `number` in digits without plus. */
export const UnhealthyNumber = v.object({ number: v.string(), health: NumberHealth })
export type UnhealthyNumber = v.InferOutput<typeof UnhealthyNumber>
