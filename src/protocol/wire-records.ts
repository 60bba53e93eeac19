import type { GenericSchema } from 'valibot'
import * as accounts from './records/accounts.ts'
import * as devices from './records/devices.ts'
import * as errors from './records/errors.ts'
import * as operations from './records/license-operations.ts'
import * as licenses from './records/licenses.ts'
import * as log from './records/log.ts'
import * as reminders from './records/reminders.ts'
import * as stats from './records/stats.ts'
import * as tokens from './records/tokens.ts'
import * as webhooks from './records/webhooks.ts'

/**
 * The declaration of every body of the wire, by its name in the OpenAPI document and in `docs/reference/protocol.md`.
 *
 * Responses can get more members later. JSON requests may have only these members, and forms ignore others.
 */
export const WIRE_RECORDS = {
  ClientCredentialsGrant: tokens.ClientCredentialsGrant,
  RefreshGrant: tokens.RefreshGrant,
  Revocation: tokens.Revocation,
  TokenResponse: tokens.TokenResponseRecord,
  GrantedOrRevoked: tokens.GrantedOrRevoked,
  OAuthTokenResponse: tokens.OAuthTokenResponse,
  OAuthRevocation: tokens.OAuthRevocation,
  Introspection: tokens.Introspection,
  IntrospectedToken: tokens.IntrospectedToken,
  KeySet: tokens.KeySetRecord,
  ServerMetadata: tokens.ServerMetadata,
  Profile: accounts.ProfileRecord,
  CreateApiKey: accounts.CreateApiKey,
  ApiKey: accounts.ApiKeyRecord,
  CreatedApiKey: accounts.CreatedApiKeyRecord,
  CreateProvider: accounts.CreateProvider,
  Provider: accounts.ProviderRecord,
  CreateIdentityKey: accounts.CreateIdentityKey,
  IdentityKey: accounts.IdentityKeyRecord,
  RegisterAddress: devices.RegisterAddressBody,
  Address: devices.AddressRecord,
  Registered: devices.RegisteredRecord,
  CreateWebhook: webhooks.CreateWebhook,
  CreatedWebhook: webhooks.CreatedWebhookRecord,
  RotateWebhookSecret: webhooks.RotateWebhookSecret,
  WebhookStatus: webhooks.WebhookStatusRecord,
  WebhookReplay: webhooks.WebhookReplayRecord,
  WebhookResult: webhooks.WebhookResultRecord,
  SendReminders: reminders.SendReminders,
  ReminderStep: reminders.ReminderStepRecord,
  Reminder: reminders.ReminderRecord,
  LicenseRequest: licenses.LicenseRequestBody,
  License: licenses.LicenseRecord,
  LicensePage: licenses.LicensePageRecord,
  RevokeLicense: operations.RevokeLicenseBody,
  VerifyLicense: operations.VerifyLicense,
  VerifiedLicense: operations.VerifiedLicenseRecord,
  PermitQuestion: operations.PermitQuestionBody,
  PermitQuestions: operations.PermitQuestionsBody,
  PermitAnswer: operations.PermitAnswerRecord,
  SearchLicenses: operations.SearchLicensesBody,
  LicenseCount: stats.LicenseCountRecord,
  StatsPage: stats.StatsPageRecord,
  LogKeys: log.LogKeysRecord,
  Health: errors.HealthRecord,
  OAuthError: errors.OAuthErrorRecord,
  Problem: errors.ProblemRecord,
} satisfies Readonly<Record<string, GenericSchema>>

/** The name of one of {@link WIRE_RECORDS}. */
export type WireRecordName = keyof typeof WIRE_RECORDS
