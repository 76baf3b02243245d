import type { Agenda } from './agenda.ts'
import type { Message } from './message.ts'
import { exponential } from './random.ts'
import type { Scenario } from './scenario.ts'

/** Makes customers write to all organisations at the rates of a scenario. The bad tenant is organisation 0. */
export function startArrivals(
  agenda: Agenda,
  scenario: Scenario,
  random: () => number,
  take: (message: Message) => void,
): void {
  const { rate, bad, organizations, webhooksOfOne } = scenario
  const any = (count: number) => Math.floor(random() * count)
  const message = (organization: number, webhook: number): Message => ({
    sentAt: agenda.now,
    organization,
    webhook,
    isBad: organization === 0,
    isAnswered: random() < scenario.answered,
    group: scenario.design.fairnessGroup === 'organization' ? `o${organization}` : `w${webhook}`,
    attempts: 0,
  })
  repeat(agenda, scenario, random, rate, () => {
    const organization = 1 + any(organizations)
    take(message(organization, (bad?.webhooks ?? 0) + organization * webhooksOfOne + any(webhooksOfOne)))
  })
  if (bad) repeat(agenda, scenario, random, bad.rate, () => take(message(0, any(bad.webhooks))))
}

function repeat(
  agenda: Agenda,
  { regular, seconds }: Scenario,
  random: () => number,
  perSecond: number,
  arrive: () => void,
): void {
  const interval = 1000 / perSecond
  const next = () => {
    const at = agenda.now + (regular ? interval : exponential(random, interval))
    if (at <= seconds * 1000) arriveAt(at)
  }
  const arriveAt = agenda.timer(() => {
    arrive()
    next()
  })
  next()
}
