import * as v from 'valibot'

const Decimal = v.pipe(v.string(), v.regex(/^\d+\.\d{6}$/), v.examples(['1.284300']))

/** What something costs, in USD. */
export const Usd = v.pipe(
  v.object({
    provider: v.pipe(
      v.nullable(Decimal),
      v.description(
        'What the messaging provider charges for delivered messages, as far as its rates are known. Null if no price is known.',
      ),
    ),
    model: v.pipe(Decimal, v.description('The price of the models, as far as their prices are known.')),
    aws: v.pipe(Decimal, v.description('What AWS charges, estimated by measured costs of a message and of a reply.')),
  }),
  v.description('The cost in USD, each part a decimal with six places.'),
)
export type Usd = v.InferOutput<typeof Usd>
