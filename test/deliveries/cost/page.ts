import { idleDollars, MEASURED, realisticCost, totalOf, WAYS } from './realistic.ts'

/** Custom metrics, and those of log lines, if each is written in every hour. */
const METRICS_DOLLARS = 12.3
/** With capacity that scales with a steady load, a unit costs about half as much. */
const PROVISIONED_SHARE = 0.5
const SHORTER_DAYS = 90
/** Messages of a month. */
const SIZES = [0, 10_000, 1_000_000, 100_000_000] as const

const MILLION = 1_000_000

/** Returns the tables of docs/performance.md that follow from the model, in Markdown. */
export function costTables(): Readonly<Record<'realistic' | 'month' | 'less', string>> {
  const ways = WAYS.map((way) => realisticCost(way))
  const [plain] = ways
  const names = Object.keys(plain ?? {})
  const amounts = (part: string) => ways.map((parts) => cents(new Map(Object.entries(parts)).get(part) ?? 0))
  return {
    realistic: rows([
      ...names.map((name) => [name, ...amounts(name)]),
      ['**total**', ...ways.map((parts) => `**${cents(totalOf(parts))}**`)],
    ]),
    month: rows(
      SIZES.map((messages) => [
        messages.toLocaleString('en-US'),
        ...(['subscribed', 'answered'] as const).map((way) => {
          const usd = (messages / MILLION) * totalOf(realisticCost(way, { messages }))
          return `${dollarsOf(idleDollars() + usd + (messages > 0 ? METRICS_DOLLARS : 0))} USD`
        }),
      ]),
    ),
    less: rows([
      [`\`messageDays\` ${SHORTER_DAYS} instead of 365`, saving((way) => storageSaved(way))],
      [
        '`tableBilling` `provisioned`, at a steady load of more than 250 messages a second',
        saving((way) => MEASURED[way].table * PROVISIONED_SHARE),
      ],
    ]),
  }
}

function storageSaved(way: 'inbound' | 'answered'): number {
  const name = way === 'inbound' ? 'subscribed' : way
  return realisticCost(name).storage - realisticCost(name, { messageDays: SHORTER_DAYS }).storage
}

function saving(of: (way: 'inbound' | 'answered') => number): string {
  return `−${cents(of('inbound'))} of a message to a webhook, −${cents(of('answered'))} of an answered one`
}

function rows(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function cents(usd: number): string {
  return usd === 0 ? '0' : usd.toFixed(2)
}

/** Returns an amount with cents if it is small. */
function dollarsOf(usd: number): string {
  return usd < 100 ? usd.toFixed(2) : Math.round(usd).toLocaleString('en-US')
}
