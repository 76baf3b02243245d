import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { maxCharacters, Uuid, wellFormed } from '../fields.ts'
import { forBrowsers } from './fields.ts'

export const MOST_SAVED_REPLIES = 150

const text = (most: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), maxCharacters(most), wellFormed)

/** A text that members send often. `{{customer}}` and `{{me}}` in it are replaced by names when a member inserts it. */
export const SavedReplyInput = v.object({ name: text(60), text: text(4096) })
export const SavedReply = v.object({ id: Uuid, ...SavedReplyInput.entries })
export type SavedReply = v.InferOutput<typeof SavedReply>

const PATH = '/dashboard-api/v1/saved-replies/'

export const listSavedReplies = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: PATH,
  response: v.array(SavedReply),
})

/** Replaces the reply of the same name. */
export const saveReply = endpoint({
  ...forBrowsers,
  method: 'PUT',
  path: PATH,
  body: SavedReplyInput,
  response: SavedReply,
  audit: { action: 'update', object: 'saved_reply' },
})

export const deleteSavedReply = endpoint({
  ...forBrowsers,
  method: 'DELETE',
  path: `${PATH}{id}/`,
  audit: { action: 'delete', object: 'saved_reply' },
})
