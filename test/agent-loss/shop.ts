/** A value that the shop's tools take and return. */
export type Args = Readonly<Record<string, unknown>>

/** The database of one task's shop. Ids are given in the order of the actions, so that equal actions make equal databases. */
export interface Database {
  readonly customers: Record<string, Record<string, unknown>>
  readonly orders: Record<string, Record<string, unknown>>
  readonly tickets: Record<string, Record<string, unknown>>
  /** Units by item. */
  readonly stock: Record<string, number>
  /** What happened, in order. */
  readonly journal: string[]
}

const ITEMS = ['bell', 'lamp', 'lock', 'pump', 'saddle', 'tyre'] as const

export function emptyDatabase(): Database {
  return {
    customers: {},
    orders: {},
    tickets: {},
    stock: Object.fromEntries(ITEMS.map((item) => [item, 100])),
    journal: [],
  }
}

type Run = (database: Database, args: Args) => object

/** The next id of a kind. It is not guessable from the request, so that a model must have read it. */
function idFor(kind: string, records: object): string {
  const number = Object.keys(records).length + 1
  return `${kind}-${((number * 7919) % 9000) + 1000}`
}

function create(kind: 'customers' | 'orders' | 'tickets', fields: readonly string[]): Run {
  return (database, args) => {
    const id = idFor(kind.slice(0, 1).toUpperCase(), database[kind])
    const record = { ...Object.fromEntries(fields.map((field) => [field, args[field]])), state: 'open' }
    database[kind][id] = record
    return { id, ...record }
  }
}

function change(kind: 'customers' | 'orders' | 'tickets', to: (args: Args) => object): Run {
  return (database, { id, ...args }) => {
    const record = database[kind][String(id)]
    if (!record) return { error: `There is no ${String(id)}.` }
    Object.assign(record, to(args))
    return { id, ...record }
  }
}

/** What the model reads of an item at most of the time is not needed. */
const FILLER = 'A part for bicycles of every kind, with all that is needed to mount it. '.repeat(80)

/** The sixteen tools of the shop. Reads are in the journal too, so that a repeated call is seen. */
export const TOOLS: Readonly<Record<string, Run>> = {
  find_customer: ({ customers }, { name }) => ({
    found: Object.keys(customers).filter((id) => customers[id]?.name === name),
  }),
  add_customer: create('customers', ['name']),
  rename_customer: change('customers', ({ name }) => ({ name })),
  block_customer: change('customers', () => ({ state: 'blocked' })),
  show_stock: ({ stock }, { item }) => ({ item, units: stock[String(item)] }),
  describe_item: (_, { item }) => ({ item, description: FILLER, code: `X${String(item).length * 371}` }),
  restock: ({ stock }, { item, units }) => {
    stock[String(item)] = (stock[String(item)] ?? 0) + Number(units)
    return { item, units: stock[String(item)] }
  },
  place_order: (database, args) => {
    database.stock[String(args.item)] = (database.stock[String(args.item)] ?? 0) - Number(args.units)
    return create('orders', ['customer', 'item', 'units'])(database, args)
  },
  show_order: ({ orders }, { id }) => ({ id, ...orders[String(id)] }),
  pay_order: change('orders', () => ({ paid: true })),
  ship_order: change('orders', ({ code }) => ({ state: 'shipped', code })),
  cancel_order: change('orders', () => ({ state: 'cancelled' })),
  return_order: change('orders', ({ reason }) => ({ state: 'returned', reason })),
  open_ticket: create('tickets', ['customer', 'text']),
  note_ticket: change('tickets', ({ text }) => ({ note: text })),
  close_ticket: change('tickets', () => ({ state: 'closed' })),
}

/** Runs an action. Returns what the tool returns. */
export function runTool(database: Database, tool: string, args: Args): object {
  const run = TOOLS[tool]
  if (!run) throw new Error(`The shop has no tool ${tool}.`)
  database.journal.push(`${tool} ${JSON.stringify(args, Object.keys(args).toSorted())}`)
  return run(database, args)
}

/** The parameters of each tool, besides `line`, by which the model names the action. */
export const PARAMETERS: Readonly<Record<keyof typeof TOOLS, readonly string[]>> = {
  find_customer: ['name'],
  add_customer: ['name'],
  rename_customer: ['id', 'name'],
  block_customer: ['id'],
  show_stock: ['item'],
  describe_item: ['item'],
  restock: ['item', 'units'],
  place_order: ['customer', 'item', 'units'],
  show_order: ['id'],
  pay_order: ['id'],
  ship_order: ['id', 'code'],
  cancel_order: ['id'],
  return_order: ['id', 'reason'],
  open_ticket: ['customer', 'text'],
  note_ticket: ['id', 'text'],
  close_ticket: ['id'],
}

export { ITEMS }
