import type { Model } from '@replywright/simulators/model/model.ts'
import type { Page } from 'playwright-core'
import { openAddress } from './inspect-page.ts'

const ANSWERS = 40
const FAULT = 'I cannot say when it leaves. Please ask again tomorrow.'
const FIXED = 'Order A-1042 leaves on Friday, and arrives on Monday.'

/** The agent before somebody proves it. */
export const SHOP = {
  name: 'Velo',
  firstMessage: '',
  systemPrompt: `You answer for Velo, a bicycle shop.

# Opening hours
Velo is open on weekdays from nine to six, and closed on holidays.

# Refunds
Never promise money back. A colleague examines damaged frames and decides.`,
}
const RULE = `# Delivery
Parcels leave our warehouse every Friday. Tell customers the day.`

/** What the models say: the agent knows the day only with the rule in its instructions, and the customer wants to hear it. */
export function scriptShop(model: Pick<Model, 'script'>): void {
  const always = (match: string, step: Parameters<Model['script']>[1][number]) =>
    model.script(
      match,
      Array.from({ length: ANSWERS }, () => step),
    )
  const end = (outcome: string, reason: string) => ({
    toolCalls: [{ name: 'end_conversation', arguments: { outcome, reason } }],
  })
  always('[The chat is open', { text: 'when does A-1042 leave?' })
  always(FAULT, end('gave_up', 'Nobody could name the day.'))
  always(FIXED, end('goal_reached', 'It leaves on Friday.'))
  always('Parcels leave our warehouse', { text: FIXED })
  always('You answer for Velo', { text: FAULT })
}

/** Moments of the journey: the reason of the failed case, both versions side by side, and the dialog that publishes. */
export type Moment = 'prove-failed' | 'prove-compared' | 'prove-publish'

/**
 * Proves an agent as somebody who never opened a terminal: describes a customer, reads why the case failed, changes the instructions in a
 * draft, compares it with the published agent, and publishes it.
 */
export async function proveAndPublish(
  page: Page,
  agentId: string,
  onMoment: (moment: Moment) => Promise<void>,
): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await openAddress(page, `/agents/${agentId}`)
  await link('Prove').click()
  await page.getByLabel('Persona').fill('In a hurry, writes in few words')
  await page.getByLabel('Goal').fill('Learn the day on which the parcel leaves')
  await page.getByLabel('Knows').fill('Order A-1042, bought last week')
  await button('Run').click()
  const proof = page.getByRole('region', { name: 'Proof', exact: true })
  const played = proof.getByRole('region', { name: 'Learn the day on which the parcel leaves' })
  await played.getByText('Failed').waitFor()
  await played.getByRole('button', { name: 'Open' }).click()
  await played.getByText('Nobody could name the day.').waitFor()
  await onMoment('prove-failed')

  await link('Instructions').click()
  await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill(`${SHOP.systemPrompt}\n\n${RULE}`)
  await button('Save draft').click()
  await page.getByText('It changes: Instructions.').waitFor()
  await link('Prove').click()
  await button('Run and compare').click()
  const compared = page.getByRole('region', { name: 'Published and draft' })
  await compared.getByText('The draft passes 1 of 1 conversation, the published agent 0; 1 now passes').waitFor()
  await onMoment('prove-compared')

  await button('Publish draft').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Sections of the instructions: Opening hours · Refunds').waitFor()
  await onMoment('prove-publish')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Draft published').waitFor()
}
