import type { ProofTurn, ProvedConversation, SimulatedCustomer } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { StepMessage } from '../../agents/models/step-messages.ts'
import { readAnswer } from '../turns/read-answer.ts'
import { NO_TOKENS, plus, type Tokens } from '../turns/turn-cost.ts'
import type { AskTestModel } from './ask-test-model.ts'
import { customerPrompt, END_TOOL } from './customer-prompt.ts'
import { inventedMessage } from './invented-message.ts'
import type { Play } from './play.ts'
import { asksForHuman, type PlayedTurn, playTurn } from './play-turn.ts'

const START = '[The chat is open. Write your first message.]'
const NO_REPLY = '[No reply.]'
const LONGEST_MESSAGE = 4096

/** A conversation with a simulated customer. */
export interface PlayedCustomer {
  readonly turns: readonly ProofTurn[]
  readonly calls: ProvedConversation['calls']['made']
  readonly end: NonNullable<ProvedConversation['end']>
  /** Why the customer ended it, as they say. */
  readonly why: string
  /** What the model of the customer used. */
  readonly tokens: Tokens
}

/** The next message of a customer, or how they end the conversation. */
type Next = { readonly text: string } | { readonly end: 'goal_reached' | 'gave_up'; readonly why: string }

/**
 * Lets a model play a customer until the goal is reached, they give up, the agent asks for a person, or they have
 * written their messages. `startedAt` is the time of the first message.
 */
export async function playCustomer(
  play: Play,
  customer: SimulatedCustomer,
  ask: AskTestModel,
  { startedAt, signal }: { readonly startedAt: EpochMs; readonly signal: AbortSignal },
): Promise<PlayedCustomer> {
  const system = customerPrompt(customer)
  const talk: StepMessage[] = [{ role: 'user', text: START }]
  const played: { readonly customer: string; readonly turn: PlayedTurn }[] = []
  let tokens = NO_TOKENS
  const result = (end: PlayedCustomer['end'], why: string): PlayedCustomer => ({
    turns: played.map(({ customer: text, turn }) => ({
      customer: text,
      then: null,
      now: turn.now,
      thenBy: null,
      changed: false,
      problem: turn.problem,
      files: [],
    })),
    calls: played.flatMap(({ turn }, index) => turn.calls.map((call) => ({ ...call, turn: index }))),
    end,
    why,
    tokens,
  })
  const nextMessage = async (index: number): Promise<Next> => {
    const given = customer.says[index]
    if (given !== undefined && index < customer.turns) return { text: given }
    const step = await ask({ system, messages: talk, tools: [END_TOOL] }, signal)
    tokens = plus(tokens, step.tokens)
    const { text: said, calls } = readAnswer(step.text, [END_TOOL])
    const ended = [...step.toolCalls, ...calls].find(({ name }) => name === END_TOOL.name)
    if (!ended) return { text: said.trim().slice(0, LONGEST_MESSAGE) }
    const { outcome, reason } = ended.args
    return {
      end: outcome === 'goal_reached' ? 'goal_reached' : 'gave_up',
      why: typeof reason === 'string' ? reason : '',
    }
  }
  for (let index = 0; ; index++) {
    const next = await nextMessage(index)
    if ('end' in next) return result(next.end, next.why)
    // The customer has seen the last reply, and does not say that it reaches the goal.
    if (index === customer.turns) return result('turns', `The goal was not reached in ${customer.turns} messages.`)
    const { text } = next
    if (text === '') return result('gave_up', 'The model that plays the customer wrote nothing.')
    const turn = await playTurn(play, [inventedMessage(play, { text }, startedAt, index)], signal)
    played.push({ customer: text, turn })
    talk.push({ role: 'assistant', text }, { role: 'user', text: turn.now || NO_REPLY })
    if (asksForHuman(turn.calls) || play.isHandedOver) return result('handed_over', 'The agent asked for a person.')
  }
}
