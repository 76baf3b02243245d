import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answerWith, serve } from '../shared.ts'

const { CLAIMS = 'claims' } = process.env

const desk = await serve(async ({ body }) => {
  const claim: { order: string; damage: string; customer: string; picture: string } = JSON.parse(body.toString())
  if (!/^A-\d+$/.test(claim.order)) return { status: 400, body: { error: 'An order number is A- and digits.' } }
  if (!claim.picture) return { status: 400, body: { error: 'Ask the customer for a picture first.' } }
  // The URL is signed and expires, so the picture is copied now.
  const picture = await fetch(claim.picture)
  if (!picture.ok) throw new Error(`the picture is a ${picture.status}`)
  await mkdir(CLAIMS, { recursive: true })
  await writeFile(join(CLAIMS, `${claim.order}.jpg`), await picture.bytes())
  console.log(`${claim.order} of ${claim.customer}: ${claim.damage}`)
  return { status: 200, body: { claim: `C-${claim.order}`, refundedWithin: '3 days' } }
})

await answerWith({
  name: 'Damaged parcels',
  systemPrompt: [
    'You handle damaged parcels.',
    'Ask for the order number and a picture. Look at the picture, and describe the damage in report_damage.',
    'Ask for a person if the customer is hurt.',
  ].join('\n'),
  tools: [
    {
      name: 'report_damage',
      description: 'Opens a claim with the last picture of the customer.',
      creditCost: 0,
      apiSchema: {
        url: `${desk}/claims`,
        method: 'POST',
        request_body: {
          order: { input: { type: 'description', description: 'The order number, such as A-1042.' } },
          damage: { input: { type: 'description', description: 'What the picture shows, in one sentence.' } },
          customer: { input: { type: 'value', value: '%PHONE_NUMBER%' } },
          picture: { input: { type: 'value', value: '%IMAGE_URL%' } },
        },
      },
    },
  ],
})
console.log(`The claims desk is at ${desk}`)
