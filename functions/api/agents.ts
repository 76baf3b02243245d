import * as versions from '@replywright/contract/agent-versions.ts'
import * as agents from '@replywright/contract/agents.ts'
import * as agentsFiles from '@replywright/contract/agents-files.ts'
import {
  createAgent,
  deleteAgent,
  listAgents,
  setPicture,
  updateAgent,
  viewAgent,
  viewCreated,
} from '@replywright/core/agents/agents.ts'
import { announceDocument, uploadDocument } from '@replywright/core/agents/documents/documents.ts'
import { deleteDraft, publishDraft, saveDraft } from '@replywright/core/agents/draft/drafts.ts'
import { findAgentHead, requireDocument } from '@replywright/core/agents/find-agent.ts'
import { shareAgent, unshareAgent } from '@replywright/core/agents/shares/share-agent.ts'
import { getVersion, listVersions, restoreVersion } from '@replywright/core/agents/versions/versions.ts'
import { requestReading } from '@replywright/core/agents/websites/request-reading.ts'
import { assertProved } from '@replywright/core/answering/proofs/assert-proved.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { compared, versioned } from '@replywright/http/compared.ts'
import { readForm } from '@replywright/http/form.ts'
import { toPage } from '@replywright/http/page.ts'
import { type Request, route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(agents.listAgents, async ({ caller, query, event }) =>
    toPage(event, query, await fittingPage(query, (page) => listAgents(caller, page))),
  )

export const createRoute = () =>
  route(agents.createAgent, ({ caller, id, body, now }) => createAgent(caller, id, body, now), {
    repeat: ({ caller, id }) => viewCreated(caller, id),
  })

export const getRoute = () => route(agents.getAgent, ({ caller, params, query }) => viewAgent(caller, params.id, query))

export const replaceRoute = () =>
  route(
    agents.replaceAgent,
    ({ caller, params, body, revision, now }) => updateAgent(caller, params.id, body, { revision, now }),
    { compare: versioned },
  )

export const updateRoute = () =>
  route(
    agents.updateAgent,
    ({ caller, params, body, revision, now }) => updateAgent(caller, params.id, body, { revision, now }),
    { compare: versioned },
  )

export const deleteRoute = () =>
  route(agents.deleteAgent, ({ caller, params }) => deleteAgent(caller, params.id), {
    compare: compared(agents.deleteAgent, ({ caller, params }) => findAgentHead(caller.organizationId, params.id)),
  })

export const saveDraftRoute = () =>
  route(agents.saveDraft, ({ caller, params, body, revision, now }) =>
    saveDraft(caller, params.id, body, { revision, now }),
  )

export const deleteDraftRoute = () => route(agents.deleteDraft, ({ caller, params }) => deleteDraft(caller, params.id))

export const publishDraftRoute = () =>
  route(agents.publishDraft, ({ caller, params, now }) => publishDraft(caller, params.id, now, assertProved))

export const listVersionsRoute = () =>
  route(versions.listAgentVersions, ({ caller, params, now }) => listVersions(caller, params.id, now))

export const getVersionRoute = () =>
  route(versions.getAgentVersion, ({ caller, params, query, now }) =>
    getVersion(caller, params, query.compareWith, now),
  )

export const restoreVersionRoute = () =>
  route(
    versions.restoreAgentVersion,
    ({ caller, params, revision, now }) => restoreVersion(caller, params, { revision, now }),
    { compare: versioned },
  )

export const shareRoute = () =>
  route(agents.shareAgent, ({ caller, params, body, now }) => shareAgent(caller, params.id, body, now), {
    repeat: ({ caller, params }) => viewAgent(caller, params.id, {}),
  })

export const unshareRoute = () =>
  route(agents.unshareAgent, ({ caller, params, body }) => unshareAgent(caller, params.id, body))

const addDocument = ({ caller, params, id, body, now }: Request<typeof agentsFiles.uploadDocument>) =>
  'file' in body ? uploadDocument(caller, params.id, id, body, now) : announceDocument(caller, params.id, id, body, now)

export const uploadDocumentRoute = () =>
  route(agentsFiles.uploadDocument, addDocument, {
    async repeat(request) {
      await requireDocument(request.caller, request.params.id, request.id)
      return await addDocument(request)
    },
    readForm,
  })

export const setPictureRoute = () =>
  route(
    agentsFiles.setPicture,
    ({ caller, params, id, body, now }) => setPicture(caller, params.id, id, body.file, now),
    { repeat: ({ caller, params }) => viewAgent(caller, params.id, {}), readForm },
  )

export const readWebsiteRoute = () =>
  route(agentsFiles.readWebsite, ({ caller, params, now }) => requestReading(caller, params.id, params.toolId, now))
