import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { fileProblem } from './document-words.ts'
import { sendDocument } from './send-document.ts'

/** An upload that is in progress or has failed. */
export interface Upload {
  readonly key: string
  readonly name: string
  /** The sent share, 0 to 1; null if unknown. */
  readonly share: number | null
  readonly error?: string
}

/** Uploads files to an agent's documents, one after the other. */
export function useUploads(agentId: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queries = useQueryClient()
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const dismiss = (key: string) => setUploads((all) => all.filter((each) => each.key !== key))

  /** Uploads files. Returns whether all uploads succeeded. */
  async function upload(files: readonly File[]): Promise<boolean> {
    const queue = files.map((file) => {
      const error = fileProblem(file)
      return { file, key: crypto.randomUUID(), name: file.name, share: null, ...(error && { error }) }
    })
    setUploads((all) => [...all, ...queue.map(({ file: _, ...shown }) => shown)])
    let allSucceeded = true
    for (const { file, key, error } of queue) {
      const succeeded = error === undefined && (await uploadOne(file, key))
      allSucceeded &&= succeeded
    }
    return allSucceeded
  }

  async function uploadOne(file: File, key: string): Promise<boolean> {
    try {
      await sendDocument(agentId, file, (share) => change(key, { share }))
      dismiss(key)
      return true
    } catch (failure) {
      change(key, { error: failure instanceof ApiError ? failure.message : 'The upload failed.' })
      return false
    } finally {
      await queries.invalidateQueries()
    }
  }

  return { uploads, upload, dismiss }
}
