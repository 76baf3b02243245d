import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { fileProblem } from './document-words.ts'
import { sendDocument } from './send-document.ts'

/** A file on its way, or one that could not be sent. */
export interface Upload {
  readonly key: string
  readonly name: string
  /** What has been sent, 0 to 1; null when nobody can tell. */
  readonly share: number | null
  readonly error?: string
}

/** Files on their way to an agent's documents: one after the other. */
export function useUploads(agentId: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queries = useQueryClient()
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const dismiss = (key: string) => setUploads((all) => all.filter((each) => each.key !== key))

  /** Sends files; answers whether all of them arrived. */
  async function upload(files: readonly File[]): Promise<boolean> {
    const queue = files.map((file) => {
      const error = fileProblem(file)
      return { file, key: crypto.randomUUID(), name: file.name, share: null, ...(error && { error }) }
    })
    setUploads((all) => [...all, ...queue.map(({ file: _, ...shown }) => shown)])
    let allArrived = true
    for (const { file, key, error } of queue) {
      const arrived = error === undefined && (await sendOne(file, key))
      allArrived &&= arrived
    }
    return allArrived
  }

  async function sendOne(file: File, key: string): Promise<boolean> {
    try {
      await sendDocument(agentId, file, (share) => change(key, { share }))
      dismiss(key)
      return true
    } catch (failure) {
      change(key, { error: failure instanceof ApiError ? failure.message : 'It could not be sent.' })
      return false
    } finally {
      await queries.invalidateQueries()
    }
  }

  return { uploads, upload, dismiss }
}
