import type { MessageItem } from '../../conversations/messages/message-entity.ts'

const REACTIONS = ['👎', '😡', '😠', '🤬', '😞', '😤', '💩', '🖕']

/** Words of customers who complain. Of the languages in which most customers write. */
const WORDS = new Set(
  [
    'angry unacceptable ridiculous useless terrible awful horrible worst disappointed disappointing frustrated frustrating annoyed complaint scam disgusting',
    'beschwerde unverschämt frechheit enttäuscht enttäuschend sauer wütend unmöglich katastrophe nutzlos schrecklich betrug inakzeptabel',
    'queja inaceptable pésimo pésima terrible decepcionado decepcionada enfadado enfadada enojado enojada estafa inútil vergüenza',
    'plainte inacceptable déçu déçue furieux furieuse inutile horrible arnaque honteux scandaleux',
    'reclamação inaceitável péssimo péssima decepcionado decepcionada irritado irritada inútil absurdo golpe',
    'reclamo inaccettabile deluso delusa arrabbiato arrabbiata inutile vergogna truffa pessimo pessima',
    'klacht onacceptabel teleurgesteld boos waardeloos schandalig oplichting',
  ].flatMap((words) => words.split(' ')),
)

/** Returns whether a customer's messages show that they are unhappy: by a reaction or a word. */
export function isUnhappy(
  messages: readonly Pick<MessageItem, 'direction' | 'type' | 'text' | 'transcript' | 'detail'>[],
): boolean {
  return messages.some(({ direction, type, text, transcript = '', detail }) => {
    if (direction !== 'inbound') return false
    if (type === 'reaction') {
      const said = `${text} ${JSON.stringify(detail) ?? ''}`
      return REACTIONS.some((reaction) => said.includes(reaction))
    }
    const words = `${text} ${transcript}`.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
    return words.some((word) => WORDS.has(word)) || REACTIONS.some((reaction) => text.includes(reaction))
  })
}
