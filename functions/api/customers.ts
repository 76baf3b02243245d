import * as customers from '@replywright/contract/customers.ts'
import { exportStep, updateCustomer, viewCustomer } from '@replywright/core/operations/customers/customers.ts'
import { eraseStep } from '@replywright/core/operations/customers/erase-customer.ts'
import {
  mergeCustomers,
  previewMerge,
  undoCustomerMerge,
} from '@replywright/core/operations/customers/merge-customers.ts'
import { route } from '@replywright/http/route.ts'

export const getRoute = () =>
  route(customers.getCustomer, ({ caller, params, now }) => viewCustomer(caller.organizationId, params.customer, now))

export const updateRoute = () =>
  route(customers.updateCustomer, ({ caller, params, body, now }) =>
    updateCustomer(caller.organizationId, params.customer, body, now),
  )

export const previewMergeRoute = () =>
  route(customers.previewCustomerMerge, ({ caller, params, query, now }) =>
    previewMerge(caller.organizationId, params.customer, query.other, now),
  )

export const mergeRoute = () =>
  route(customers.mergeCustomers, ({ caller, params, body, now }) =>
    mergeCustomers(caller.organizationId, params.customer, body.other, now),
  )

export const undoMergeRoute = () =>
  route(customers.undoCustomerMerge, ({ caller, params, now }) =>
    undoCustomerMerge(caller.organizationId, params.customer, params.id, now),
  )

export const exportRoute = () =>
  route(customers.exportCustomer, ({ caller, params, query, now }) =>
    exportStep(caller.organizationId, params.customer, query.cursor, now),
  )

export const eraseRoute = () =>
  route(customers.eraseCustomer, ({ caller, params, query, now }) =>
    eraseStep(caller.organizationId, params.customer, query.cursor, now),
  )
