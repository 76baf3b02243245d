import { type Command, FLAG, type Input, type Session } from '../command.ts'
import { fieldLines, type Report } from '../report.ts'
import { count } from '../show.ts'

export const documentsCommand: Command = {
  group: 'Repair',
  name: 'documents embed',
  summary:
    'Have the documents and pages embedded that were read without the embedding model of the deployment. Safe to repeat. Reads the whole table, and prints the read units',
  usage: '[--dry-run]',
  required: [],
  options: { 'dry-run': FLAG },
  run,
}

async function run(_: Input, session: Session): Promise<Report> {
  const { embedAll } = await import('@replywright/core/agents/documents/embed-all.ts')
  const { workQueueUrls } = await import('@replywright/contract/queues.ts')
  const model = process.env.EMBEDDING_MODEL
  if (!model) {
    const text = 'The deployment has no embedding model (setting embeddingModel): nothing is embedded.'
    return { json: { documents: 0 }, lines: () => [text] }
  }
  const dryRun = session.flags.has('dry-run')
  const queueUrls = workQueueUrls(session.outputs)
  const done = await embedAll({ model, queueUrls, now: session.now, dryRun })
  const { documents, characters, scanned, readUnits } = done
  const verb = dryRun ? 'would be embedded' : 'are being embedded'
  return {
    json: { dryRun, model, ...done },
    lines: () => [
      documents === 0 ? `Every text is embedded by ${model}.` : `${count(documents, 'document')} ${verb} by ${model}.`,
      ...fieldLines({ characters, 'items read': scanned, 'read units': readUnits }),
    ],
  }
}
