import type { ControlHolder } from '@replywright/contract/control-holder.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from '../conversation-entity.ts'

type Controlled = Pick<ConversationItem, 'control'>

/** Returns who answers the customer of a conversation. */
export function holderOf({ control }: Controlled): ControlHolder {
  return control?.holder ?? 'service'
}

/** What shows who answers: a notice of the channel, or the field in which a message arrived. */
export interface Sign {
  readonly holder: ControlHolder
  /** The channel's time. */
  readonly at: EpochMs
  readonly kind: 'notice' | 'message'
}

/**
 * Decides what a sign changes. `change`: another one answers from then on. `confirm`: the same one, at a later time. Late and repeated signs change
 * nothing. The first notice is news also if it names this service: the time before was not reported. Times are whole seconds, so a
 * message of the second of a notice tells nothing.
 */
export function judgeSign({ control }: Controlled, { holder, at, kind }: Sign): 'change' | 'confirm' | 'none' {
  if (control === undefined) return kind === 'notice' || holder !== 'service' ? 'change' : 'none'
  const isLate = kind === 'notice' ? at < control.at : at <= control.at
  if (isLate) return 'none'
  if (control.holder !== holder) return 'change'
  return kind === 'notice' && at > control.at ? 'confirm' : 'none'
}

/** What a handback does with the control: the one who had it before a person took it gets it back. */
export function controlAfterHandback({ control }: Controlled): 'take' | 'pass' | undefined {
  if (control === undefined) return undefined
  if (control.holder === 'other_agent') return 'take'
  return control.returns ? 'pass' : undefined
}
