import * as agents from '@messaging/contract/agents.ts'
import * as agentsFiles from '@messaging/contract/agents-files.ts'
import { agentView } from '@messaging/core/agents/agent-view.ts'
import { createAgent } from '@messaging/core/agents/create-agent.ts'
import { deleteAgent } from '@messaging/core/agents/delete-agent.ts'
import { announceDocument, uploadDocument } from '@messaging/core/agents/documents/add-document.ts'
import { deleteDraft, publishDraft, saveDraft, viewDraft } from '@messaging/core/agents/draft/drafts.ts'
import { findAgentHead, getVisibleAgent } from '@messaging/core/agents/find-agent.ts'
import { listAgents } from '@messaging/core/agents/list-agents.ts'
import { setPicture } from '@messaging/core/agents/set-picture.ts'
import { shareAgent, unshareAgent } from '@messaging/core/agents/share-agent.ts'
import { updateAgent } from '@messaging/core/agents/update-agent.ts'
import { Revised } from '@messaging/core/platform/table/revision.ts'
import { compared, versioned } from '@messaging/http/compared.ts'
import { readForm } from '@messaging/http/form.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(agents.listAgents, async ({ caller, query, event }) => toPage(event, query, await listAgents(caller, query)))

export const createRoute = () =>
  route(agents.createAgent, ({ caller, id, body, now }) => createAgent(caller, id, body, now), {
    keepsResponses: false,
  })

export const getRoute = () =>
  route(agents.getAgent, async ({ caller, params, query }) => {
    const seenBy = query.secrets === 'masked' ? { ...caller, permission: 'read' as const } : caller
    if (query.draft) return await viewDraft(caller, params.id, seenBy)
    const agent = await getVisibleAgent(caller, params.id)
    return new Revised(await agentView(seenBy, agent), agent.version)
  })

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
  route(agents.saveDraft, ({ caller, params, body }) => saveDraft(caller, params.id, body))

export const deleteDraftRoute = () => route(agents.deleteDraft, ({ caller, params }) => deleteDraft(caller, params.id))

export const publishDraftRoute = () =>
  route(agents.publishDraft, ({ caller, params, now }) => publishDraft(caller, params.id, now))

export const shareRoute = () =>
  route(agents.shareAgent, ({ caller, params, body, now }) => shareAgent(caller, params.id, body, now), {
    keepsResponses: false,
  })

export const unshareRoute = () =>
  route(agents.unshareAgent, ({ caller, params, body }) => unshareAgent(caller, params.id, body))

export const uploadDocumentRoute = () =>
  route(
    agentsFiles.uploadDocument,
    ({ caller, params, id, body, now }) =>
      'file' in body
        ? uploadDocument(caller, params.id, id, body, now)
        : announceDocument(caller, params.id, id, body, now),
    { keepsResponses: false, readForm },
  )

export const setPictureRoute = () =>
  route(
    agentsFiles.setPicture,
    ({ caller, params, id, body, now }) => setPicture(caller, params.id, id, body.file, now),
    { keepsResponses: false, readForm },
  )
