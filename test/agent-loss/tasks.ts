import { type Args, type Database, emptyDatabase, ITEMS, runTool } from './shop.ts'

/** An argument that is a field of the result of an earlier action, counted from 0 in the task. */
export interface FromResult {
  readonly of: number
  readonly field: string
}

export interface Action {
  readonly tool: string
  readonly args: Readonly<Record<string, string | number | FromResult>>
}

/** What a customer asks for in some turns. */
export interface Task {
  readonly name: string
  readonly turns: readonly (readonly Action[])[]
}

const MOST_TURNS = 6
const MOST_ACTIONS = 15

/** Returns a function of numbers from 0 to below 1, always the same for a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns `count` tasks: 1 to 15 actions in 1 to 6 turns each, with ids that earlier actions returned. */
export function tasksOf(count: number, seed: number): Task[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, (_, index) => {
    const actions = actionsOf(1 + (index % MOST_ACTIONS), random)
    const turns = Math.min(actions.length, 1 + Math.floor(random() * MOST_TURNS))
    return { name: `task ${index + 1} of ${seed}`, turns: divided(actions, turns, random) }
  })
}

/** Divides a list into `count` parts that are not empty. */
function divided<Item>(list: readonly Item[], count: number, random: () => number): Item[][] {
  const cuts = new Set<number>()
  while (cuts.size < count - 1) cuts.add(1 + Math.floor(random() * (list.length - 1)))
  const ends = [...[...cuts].toSorted((a, b) => a - b), list.length]
  return ends.map((end, index) => list.slice(ends[index - 1] ?? 0, end))
}

function actionsOf(count: number, random: () => number): Action[] {
  const actions: Action[] = []
  const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)]
  const made = (tool: string) => actions.flatMap((action, of) => (action.tool === tool ? [{ of, field: 'id' }] : []))
  while (actions.length < count) {
    const [customer, order, ticket] = [pick(made('add_customer')), pick(made('place_order')), pick(made('open_ticket'))]
    const item = pick(ITEMS) ?? 'bell'
    const code = pick(actions.flatMap((action, of) => (action.tool === 'describe_item' ? [{ of, field: 'code' }] : [])))
    const [text, units] = [`text ${actions.length}`, 1 + Math.floor(random() * 5)]
    const possible: Action[] = [
      { tool: 'add_customer', args: { name: `Customer ${actions.length}` } },
      { tool: 'describe_item', args: { item } },
      { tool: 'restock', args: { item, units } },
      { tool: 'show_stock', args: { item } },
      { tool: 'find_customer', args: { name: `Customer ${actions.length}` } },
      ...(customer
        ? [
            { tool: 'place_order', args: { customer, item, units } },
            { tool: 'place_order', args: { customer, item, units } },
            { tool: 'open_ticket', args: { customer, text } },
            { tool: 'rename_customer', args: { id: customer, name: text } },
            { tool: 'block_customer', args: { id: customer } },
          ]
        : []),
      ...(order ? ['show_order', 'pay_order', 'cancel_order'].map((tool) => ({ tool, args: { id: order } })) : []),
      ...(order ? [{ tool: 'return_order', args: { id: order, reason: text } }] : []),
      ...(order && code ? [{ tool: 'ship_order', args: { id: order, code } }] : []),
      ...(ticket
        ? [
            { tool: 'note_ticket', args: { id: ticket, text } },
            { tool: 'close_ticket', args: { id: ticket } },
          ]
        : []),
    ]
    // The first action makes something to refer to.
    const next = actions.length === 0 && count > 1 ? possible[0] : pick(possible)
    if (next) actions.push(next)
  }
  return actions
}

/** Returns the arguments of an action, or undefined if the result of an earlier one is not known. */
export function argumentsOf({ args }: Action, resultOf: (action: number) => unknown): Args | undefined {
  const known = Object.entries(args).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value] as const
    const field: unknown = Object(resultOf(value.of))[value.field]
    return [name, typeof field === 'string' ? field : undefined] as const
  })
  return known.every(([, value]) => value !== undefined) ? Object.fromEntries(known) : undefined
}

/** Returns the database that the actions of a task give directly. */
export function databaseOf({ turns }: Task): Database {
  const database = emptyDatabase()
  const results: object[] = []
  for (const action of turns.flat()) {
    const args = argumentsOf(action, (of) => results[of])
    if (!args) throw new Error('A task refers to a result that does not exist.')
    results.push(runTool(database, action.tool, args))
  }
  return database
}
