// Made from the OpenAPI document by npm run docs.

export interface paths {
    "/v1/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate rules from an advisory
         * @description From an address, a text, an uploaded file (HTML, PDF, Word, RTF, mail with its attachments, text, Markdown, Sigma, YARA, CSV, OpenIOC, STIX 2.1, MISP, CSAF; 10 MB), an ATT&CK technique, your own Sigma rules to check and convert, or a query (KQL, SPL, Lucene, EQL) to read into a rule; what the rule cannot express exactly is in `stats.issues`, a query that no rule can express is refused with line and column. Conversions are saved with the default pipeline of the caller or their team; `options.pipelines`, `stack`, `index`, `sourcetype` and `table` decide which this answer shows. With `Accept: text/event-stream` (which takes no Idempotency-Key) the answer is a stream of `progress` events that ends with one `result` or `error`.
         */
        post: operations["generateRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your generations, newest first */
        get: operations["listGenerations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/generations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a stored generation */
        get: operations["getGeneration"];
        put?: never;
        post?: never;
        /**
         * Delete a stored generation and its document
         * @description Its rules stay; delete them separately.
         */
        delete: operations["deleteGeneration"];
        options?: never;
        head?: never;
        /**
         * Give a stored generation another title
         * @description Its rules then name that title as their source, and are found by it.
         */
        patch: operations["updateGeneration"];
        trace?: never;
    };
    "/v1/generations/{id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the text that spans point into
         * @description Kept for DOCUMENT_RETENTION_DAYS (90 unless configured).
         */
        get: operations["getGenerationDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert your own Sigma rules
         * @description One or many YAML documents, with the default pipeline of the caller or their team unless `options.pipelines` names others; `stack`, `index`, `sourcetype` and `table` say where your data is. Nothing is saved, and nothing counts toward the daily generations. A rule may have 2500 fields, 50000 values and groups, and 4194304 bytes of queries, notes and forms; an answer 16777216 bytes of them.
         */
        post: operations["convertRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your rules
         * @description Those that you made, for yourself or in the team. `owner` lists all of one owner instead: `user` what is yours alone, `team` what is the team’s, whoever made it. Of each row `owner` says whose it is. The newest first, unless `sort` says otherwise; a cursor goes on in the order that it was given in. `q` searches all that a rule says, by the beginnings of words, which may be half typed.
         */
        get: operations["listRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one rule with a list of its versions
         * @description Where you and your team both have a rule of this key, it is the team’s, unless `owner` is `user`; with `team` it is never your own.
         */
        get: operations["getRule"];
        put?: never;
        post?: never;
        /**
         * Delete a rule with all its versions
         * @description It stays in the bin for 30 days (`GET /v1/rules/bin`). Generations that produced it then name it under `notKept`. Where you and your team both have a rule of this key, it is the team’s, unless `owner` is `user`; with `team` it is never your own.
         */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        /**
         * Change the state of a rule, or edit it
         * @description An edited `yaml` holds this one rule (or one correlation with the rules it refers to). It is checked, tested on events built from it, and converted to all six languages; it becomes the newest version, and the earlier ones stay readable: the first and the latest 49. Its id, if it has one, is the key. Evidence stays for the values that the rule still looks for. The same text again makes no new version. A `reason` is kept with the state `rejected` until the rule gets another state. `owner` as in reading it.
         */
        patch: operations["updateRule"];
        trace?: never;
    };
    "/v1/rules/{key}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one version of a rule
         * @description Of each rule the first version and the latest 49 are kept. Where you and your team both have a rule of this key, it is the team’s, unless `owner` is `user`; with `team` it is never your own.
         */
        get: operations["getRuleVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete many rules
         * @description They stay in the bin for 30 days (`GET /v1/rules/bin`). Deletes all of the named rules or none; or the rules that match a filter, at most 500 at once, the newest first. `owner` chooses between yours and the team’s of the same key. `more` says whether matching rules are left. `POST /v1/rules/bulk` deletes any number.
         */
        post: operations["deleteRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{key}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export one rule in the form a product takes
         * @description With the default pipeline of the rule's owner, unless `pipelines` names others by their ids, or `none`; `stack`, `index`, `sourcetype` and `table` say where your data is.
         */
        get: operations["exportRule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export many rules as one zip, or as what a product takes
         * @description A zip with one folder per form; a rule that cannot have a form is listed in NOT-EXPORTED.txt with the reason. With `bundle: true` and a `format` it is the one thing that the product takes: a Splunk app, an ARM template, an NDJSON, a CloudFormation template; or a zip with one file a rule where the product takes no more (and for the default `sigma`). `X-Exported` and `X-Not-Exported` then say how many rules are in it and how many cannot be; `POST /v1/rules/export/check` says why. The same rules make the same bytes. Each rule is converted with the default pipeline of its owner, unless `options.pipelines` names others.
         */
        post: operations["exportRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/export/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask which rules can be exported in which form
         * @description For each form how many of the rules can have it, and of the others why not: what `POST /v1/rules/export` with the same options will do.
         */
        post: operations["checkExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete, set the state of, or export any number of rules
         * @description Takes keys (at most 10,000; in `rules` with their owner, where you and your team may both have a rule of one key), or a filter with the number of rules that you saw under it (at most 100,000). The rules are chosen at once, and the work is done afterwards; `GET /v1/rules/bulk/{jobId}` says how far it is. A job counts as one call, and is one event of the audit log. Deleted rules stay in the bin for 30 days. One user may have ten jobs that have not ended.
         */
        post: operations["startBulkJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/bulk/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a job is, and what it did not do and why
         * @description A job can be read for seven days after its end, by whoever started it.
         */
        get: operations["getBulkJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/bulk/{jobId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the zip of an export
         * @description One folder per form; rules that could not have a form are listed in NOT-EXPORTED.txt with the reason.
         */
        get: operations["getBulkFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/bin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted rules, the latest deletion first
         * @description Deleted rules stay in the bin for 30 days: your own, and those of your team whoever deleted them. They count no bytes, and no list, export or comparison has them. With an account its bin goes at once.
         */
        get: operations["listDeletedRules"];
        put?: never;
        post?: never;
        /**
         * Delete rules in the bin for good
         * @description All of the keys or none; or with `all=true` everything in the bin.
         */
        delete: operations["emptyBin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/bin/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore deleted rules
         * @description They come back with their versions, states and places in generations: all of the keys or none, or what a job deleted. A report that is read again restores its rules by itself.
         */
        post: operations["restoreRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your processing pipelines, and your team’s */
        get: operations["listPipelines"];
        put?: never;
        /**
         * Save a processing pipeline
         * @description YAML in the format of pySigma's processing pipelines. What a caller makes in a team is the team's, and for its owner and admins to make. As `default` it takes the place of the default before. The text is read and tried on sample rules of common log sources; `trial` names what they did not become.
         */
        post: operations["createPipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pipelines/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a processing pipeline */
        get: operations["getPipeline"];
        /**
         * Replace a processing pipeline
         * @description Conversions that were made with it are stale from then on, and made anew when somebody reads them. The text is read and tried on sample rules of common log sources; `trial` names what they did not become.
         */
        put: operations["replacePipeline"];
        post?: never;
        /**
         * Delete a processing pipeline
         * @description Conversions that were made with it are stale from then on.
         */
        delete: operations["deletePipeline"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The six SIEM backends and what each can say */
        get: operations["listBackends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The thirteen platforms, their log sources and key fields */
        get: operations["listPlatforms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team's rules
         * @description What members made while in the team or moved to it, former members included. `createdBy` takes the id of a user. The newest first, unless `sort` says otherwise; a cursor goes on in the order that it was given in. `q` searches all that a rule says, by the beginnings of words, which may be half typed.
         */
        get: operations["listTeamRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/rules/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move rules of your own to the team
         * @description With their versions and states; you stay their maker. A rule whose key the team has already stays yours, and `notMoved` says so. `all` moves at most 1,000 at once; `more` says whether some are left. What is moved stays with the team when you leave it.
         */
        post: operations["moveRulesToTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/rules/{ruleKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one of the team's rules with a list of its versions */
        get: operations["getTeamRule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the team's statistics
         * @description Counts the rules made in the team, those of former members too. Days are in UTC; the last 30 days are today and the 29 before it, each listed, oldest first.
         */
        get: operations["getTeamAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read or export the team's audit log, newest first
         * @description What members did while in the team, in both services. `from` and `to` take an ISO 8601 date and time with a zone, or a day in UTC; `from` is included, `to` is not, but a day as `to` is included to its end. `actor` takes a user's id or e-mail address. JSON comes in pages of `limit` events (50 by default). `format=csv` streams everything in range (RFC 4180, first line the names): no `limit`, no `cursor`; cells that a spreadsheet would compute are led by an apostrophe; the export is itself recorded, as `audit.exported`, and holds what was recorded before it.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the team's audit log against its seals
         * @description For the owner and admins. Events are sealed within a minute or two, in a chain; this names every event that was changed, removed or added since, and where the chain itself is broken.
         */
        get: operations["verifyAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your active keys */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description From tier pro on, with a verified e-mail address. Only this answer has the full key: a second request with the same Idempotency-Key is a 409 that names the key.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key for good
         * @description Takes effect everywhere within a second.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/leaked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report keys that were found in public
         * @description For secret-scanning partners. The body is signed as it is sent: ECDSA with P-256 and SHA-256, DER in base64, in the header Github-Public-Key-Signature; Github-Public-Key-Identifier names the key. Keys in the list are revoked, and their owners get a mail. The answer is the same whether or not the list has keys of this service.
         */
        post: operations["reportLeakedKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{prefix}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description The new key has the same name, scopes and addresses. The old one ends after the overlap, and until then does not count toward the number of active keys. If the old key has an end, the new one lives as long as it was to.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your team */
        get: operations["getTeam"];
        put?: never;
        /**
         * Make a team
         * @description You become its owner, and need a subscription of your own of tier team or enterprise.
         */
        post: operations["createTeam"];
        /**
         * End the team
         * @description For the owner, also once their subscription has run out. Rules and cloud accounts of the team go back to their makers.
         */
        delete: operations["endTeam"];
        options?: never;
        head?: never;
        /**
         * Change the team
         * @description For the owner and admins. Only the owner says whether members must have a second factor; for members without one, everything of the team then answers 403 `SecondFactorRequired`.
         */
        patch: operations["renameTeam"];
        trace?: never;
    };
    "/v1/team/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite an address
         * @description For the owner and admins. A mail with a one-time link goes out; while the mail server does not take it, it is tried again, and the team says how far it is.
         */
        post: operations["inviteToTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description With the token of the mail; of any tier, with the verified e-mail address that was invited.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invitations/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an invitation
         * @description Needs the same as accepting; the seat is free again.
         */
        post: operations["declineInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description For the owner and admins.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description For the owner and admins. Admins cannot remove other admins or the owner. What the member made in the team stays with it.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description For the owner and admins. Only the owner makes admins, or changes them.
         */
        patch: operations["setMemberRole"];
        trace?: never;
    };
    "/v1/team/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave the team
         * @description Of any tier. What you made in the team stays with it.
         */
        post: operations["leaveTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer the team to another member
         * @description For the owner, who stays as an admin; also once their subscription has run out.
         */
        post: operations["transferTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the service accounts of the team
         * @description For the owner and admins of the team.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Make a service account
         * @description For the owner and admins of the team. Its keys do not end when a member leaves, and it takes no seat. A team may have twenty.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/service-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a service account and its keys
         * @description For the owner and admins of the team. What it made stays with the team.
         */
        delete: operations["deleteServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/service-accounts/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the active keys of a service account
         * @description For the owner and admins of the team.
         */
        get: operations["listServiceAccountKeys"];
        put?: never;
        /**
         * Make a key of a service account
         * @description For the owner and admins of the team. Only this answer has the full key: a second request with the same Idempotency-Key is a 409 that names the key.
         */
        post: operations["createServiceAccountKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/service-accounts/{id}/keys/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key of a service account for good
         * @description For the owner and admins of the team.
         */
        delete: operations["revokeServiceAccountKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Yours and those of your team. A team’s are for its owner and admins.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook
         * @description Events are posted as `{ type, timestamp, data }`, signed by Standard Webhooks (headers webhook-id, webhook-timestamp, webhook-signature), and posted again until an answer of 2xx. `generation.finished`: rules were written from a document, and are kept. `audit.recorded`: something was recorded in the team’s audit log, as `GET /v1/team/audit` shows it, a minute or two later.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description With its deliveries; what waits is not sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description For 24 hours calls carry a signature by each of the two.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook an example
         * @description An event with made-up data, which carries `test: true` beside its `type`. It is signed, sent and tried again as every other, and stands among the deliveries. One that waits for another attempt gives way to it.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a webhook was told
         * @description Newest first. The newest 500 are kept and the newest 20 tests, for 30 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description The same body under the same webhook-id, signed anew.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account
         * @description The answer is the same whether or not the address already has an account. With the token of an invitation that was mailed to this very address, the address is verified at once, and no other mail is sent.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Where the account has a second factor, the answer is a ticket for the second step. With `X-Client: browser` the refresh token and the device token come as HttpOnly cookies on /v1/auth instead of in the body. Failures are counted by address and account together, and apart for a device that shows its token.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a link of the operator
         * @description In place of the password: the operator makes the link with `tripline user sign-in-link`. It works once, within 15 minutes. Where the account has a second factor, the answer is a ticket for the second step, as after a password.
         */
        post: operations["signInByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a sign-in with a second factor
         * @description With the ticket that the password brought, and a code of the authenticator app, a recovery code, or what a passkey signed. Each is good once.
         */
        post: operations["completeSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin a sign-in by passkey alone */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by passkey alone
         * @description The authenticator must have checked who uses it, which makes two factors. Failures are counted as those of passwords.
         */
        post: operations["signInByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for new tokens
         * @description A refresh token works once; using it a second time ends the whole session.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify an e-mail address with the token of the mail */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a mail to set a new password */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password with the token of the mail */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the password */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who you are and what you may do */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        /**
         * Delete your account
         * @description Needs your password or, for an account of an identity provider, a sign-in within the last ten minutes. Your keys, sessions, rules, documents and cloud accounts are deleted at once; what you made in a team stays with the team.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /** Change your profile */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where you are signed in */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all your other sessions
         * @description Effective everywhere within a second.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description It may be this one. Effective everywhere within a second.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What you have beside the password */
        get: operations["listFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enrol an authenticator app
         * @description Gives a secret; the app is a factor from its first code on. An earlier secret without one is replaced. The address of the account must be verified.
         */
        post: operations["enrolTotp"];
        /** Remove the authenticator app */
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/factors/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the authenticator app by its first code
         * @description With your first factor come ten recovery codes, and your other sessions end.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/factors/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description Gives what the browser makes one by. The address of the account must be verified.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/factors/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the passkey that the browser made
         * @description With your first factor come ten recovery codes, and your other sessions end.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/factors/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make recovery codes anew
         * @description The earlier ones are good for nothing then.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/ways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How people sign in here
         * @description For pages that sign people in: they offer what there is.
         */
        get: operations["listSignInWays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through the identity provider
         * @description For browsers: redirects to the provider, which redirects to the callback, which redirects to `returnTo`, a path of this site.
         */
        get: operations["startOutsideSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Complete a sign-in through the identity provider
         * @description Sets the refresh token as an HttpOnly cookie on /v1/auth; POST /v1/auth/refresh with `X-Client: browser` then gives an access token. Parameters that the provider adds are ignored.
         */
        get: operations["finishOutsideSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/siems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your SIEMs and their data
         * @description The dashboard shows their queries first, made for these stacks and places, and the others behind “more”. Calls of the API answer as without them.
         */
        get: operations["getMySiems"];
        /**
         * Choose your SIEMs and their data
         * @description The dashboard shows their queries first, made for these stacks and places, and the others behind “more”. Calls of the API answer as without them. An empty list gives way to the team’s choice.
         */
        put: operations["setMySiems"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/siems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The team’s SIEMs and their data
         * @description They hold for members who have chosen none themselves.
         */
        get: operations["getTeamSiems"];
        /**
         * Choose the team’s SIEMs and their data
         * @description For the owner and admins. They hold for members who have chosen none themselves.
         */
        put: operations["setTeamSiems"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set a user's tier */
        patch: operations["setUserTier"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @constant */
            success: false;
            error: {
                code: string;
                message: string;
                details?: {
                    path: string;
                    message: string;
                }[];
                requestId: string;
            };
        };
        Source: {
            inputType: ("url" | "text" | "file" | "technique" | "sigma" | "query") | (string & {});
            url?: string;
            finalUrl?: string;
            title: string;
            publishedAt?: string;
            contentType: string;
            /** @description of the bytes as they were received */
            sha256: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            fetchedAt: string;
        };
        Note: {
            code: string;
            message: string;
            part?: string;
        };
        Evidence: {
            field: string;
            value: string;
            quote: string;
            start: number;
            end: number;
        } | {
            field: string;
            value: string;
            template: string;
        };
        Span: {
            /** @description UTF-16 code units of the canonical text */
            start: number;
            /** @description UTF-16 code units of the canonical text, exclusive */
            end: number;
        };
        /** @description who did what the text describes, whether it was done, where, and the words that say so */
        Attribution: {
            who: ("intruder" | "defender" | "product" | "other-report") | (string & {});
            whether: ("did" | "did-not" | "could" | "general" | "advice") | (string & {});
            where: ("windows" | "linux" | "macos" | "container" | "aws" | "azure" | "gcp" | "okta" | "entra" | "m365" | "google-workspace" | "github" | "web" | "unknown") | (string & {});
            spans: components["schemas"]["Span"][];
        };
        CoveringRule: {
            /**
             * Format: uuid
             * @description its key
             */
            ruleId: string;
            title: string;
            /**
             * @description `user`: its maker’s own; `team`: the team’s, which all its members read
             * @enum {string}
             */
            owner: "user" | "team";
            /** @description how many of the other rule’s events it matches */
            events: string;
        };
        GeneratedRule: {
            /** Format: uuid */
            key: string;
            title: string;
            /** @enum {string} */
            level: "informational" | "low" | "medium" | "high" | "critical";
            platform: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2" | null) | (string & {});
            techniques: string[];
            description: string;
            status: string;
            /** @description the Sigma rule; a correlation rule is multi-document, the correlation first */
            yaml: string;
            conversions: {
                [key: string]: string;
            };
            notes: {
                [key: string]: components["schemas"]["Note"][];
            };
            evidence: components["schemas"]["Evidence"][];
            /** @description events that the rule matches and events that it does not; for a rule that counts, one list of events that makes it fire */
            tests: {
                match: {
                    [key: string]: unknown;
                }[];
                noMatch: {
                    [key: string]: unknown;
                }[];
            };
            /** @description in how many recordings of everyday logs the rule fires; null where none has its log source */
            noise: {
                recordings: number;
                of: number;
            } | null;
            /** @description the log that shows it, by its id in the table of logs; null where the table has none of its log source */
            log: string | null;
            /** @description to whom the rule may be handed on, by its tags; null where none says it */
            tlp: ("clear" | "green" | "amber" | "amber+strict" | "red" | null) | (string & {});
            /** @description who did what the text describes at the evidence; null for a rule that is not based on a text */
            attribution: components["schemas"]["Attribution"] | null;
            state: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
            /** @description null for a draft, and for a state that was set before decisions were kept */
            decision: {
                state: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                /** @description why it was rejected; null where nobody said, and for other states */
                reason: {
                    code: ("too_noisy" | "duplicate" | "no_such_log" | "wrong" | "other") | (string & {});
                    words: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds and Z
                 */
                at: string;
                by: {
                    /** Format: uuid */
                    userId: string;
                    /** @description null once the account has been deleted */
                    email: string | null;
                };
            } | null;
            /**
             * @description whose the rule is now: it may have been moved to the team since
             * @enum {string}
             */
            owner: "user" | "team";
            /** @description what the rule’s newest version says, where that is not the one of this generation: it was edited */
            newest: {
                version: number;
                title: string;
                /** @enum {string} */
                level: "informational" | "low" | "medium" | "high" | "critical";
                platform: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2" | null) | (string & {});
                techniques: string[];
            } | null;
            /** @description whether its conversions were made before the default pipeline of its owner became another; reading it makes them anew, unless the engine has no room */
            stale: boolean;
            similar: {
                /** Format: uuid */
                key: string;
                title: string;
                /**
                 * @description `user`: its maker’s own; `team`: the team’s, which all its members read
                 * @enum {string}
                 */
                owner: "user" | "team";
                overlap: number;
            }[];
            /** @description rules of the library that noticed what it notices when it was generated: its events, one for each of its values, were run over them. Each matches all of them, or they do together */
            coveredBy: components["schemas"]["CoveringRule"][];
        };
        CoveredRule: {
            /** Format: uuid */
            key: string;
            title: string;
            /** @enum {string} */
            level: "informational" | "low" | "medium" | "high" | "critical";
            platform: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2" | null) | (string & {});
            techniques: string[];
            /** @description the log that shows it, by its id in the table of logs; null where the table has none of its log source */
            log: string | null;
            /** @description rules of the library that noticed what it notices when it was generated: its events, one for each of its values, were run over them. Each matches all of them, or they do together */
            coveredBy: components["schemas"]["CoveringRule"][];
        };
        ThingNotDrafted: {
            /** @description what it is, in the words of the table of logs */
            thing: string;
            value: string;
            /** @description whose it is, as the text tells */
            role: ("intruders" | "abused" | "partly-placeholder" | "placeholder" | "victims" | "mentioned" | "authors-build" | "readers" | "other-report") | (string & {});
            reason: string;
            start: number;
            end: number;
        };
        Technique: {
            /** @description current ATT&CK id */
            id: string;
            name: string;
            tactics: string[];
            confidence: number;
            spans: components["schemas"]["Span"][];
            /** @description sub-techniques that the same evidence may mean, none certain enough to be listed by itself */
            subtechniqueUnsure?: {
                /** @description current ATT&CK id */
                id: string;
                name: string;
                confidence: number;
            }[];
        };
        Indicator: {
            type: string;
            value: string;
            original: string;
            spans: components["schemas"]["Span"][];
            context: string;
        };
        Generation: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            unchangedSince?: string;
            /**
             * @description `user`: its maker’s own; `team`: the team’s, which all its members read
             * @enum {string}
             */
            owner: "user" | "team";
            /** @description the gap of a cloud account that its rules were asked for, where the call named one */
            gap?: {
                /** Format: uuid */
                accountId: string;
                /** @description current ATT&CK id */
                techniqueId: string;
            };
            source: components["schemas"]["Source"];
            /** @description to whom the document or its rules may be handed on, by its own mark or the one given; null for none */
            tlp: ("clear" | "green" | "amber" | "amber+strict" | "red" | null) | (string & {});
            /** @description whether it is stored. Where it is not, this answer is all there is: no list, mail, report or figure has it, and its id leads nowhere */
            kept: boolean;
            /** @description where it is not stored: why, and how it would be */
            keptReason: string | null;
            rules: components["schemas"]["GeneratedRule"][];
            /** @description rules that were left out because the library covers them, where the call asked for that (`options.skipCovered`) */
            covered: components["schemas"]["CoveredRule"][];
            /** @description rules of this generation that have been deleted since, or whose version is no longer kept */
            notKept: {
                /** Format: uuid */
                key: string;
                title: string;
                reason: string;
            }[];
            /** @description where there are no rules: what was looked for, why nothing came of it, and what to try */
            reason: string | null;
            /** @description values that the document names and of which no rule was drafted, with the reason; at most 200 */
            notDrafted: components["schemas"]["ThingNotDrafted"][];
            techniques: components["schemas"]["Technique"][];
            indicators: components["schemas"]["Indicator"][];
            /** @description the language the document is written in, ISO 639-1; null where it has too few sentences to tell */
            language: string | null;
            /** @description platforms without a rule, and what was left out because a limit was reached: with a platform if it belongs to a rule, without one if it was left out in reading */
            skipped: {
                platform?: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {});
                reason: string;
            }[];
            stats: {
                [key: string]: unknown;
            };
        };
        Issue: {
            code: string;
            severity: ("error" | "warning" | "info") | (string & {});
            message: string;
            path?: string;
            line?: number;
            column?: number;
        };
        ConvertedRule: {
            /** @description number of the document in the text, from 0 */
            document: number;
            /**
             * Format: uuid
             * @description the rule's id, else one derived from its content
             */
            key: string;
            title: string;
            /** @enum {string} */
            level: "informational" | "low" | "medium" | "high" | "critical";
            platform: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2" | null) | (string & {});
            techniques: string[];
            description: string;
            /** @description the Sigma rule; a correlation rule is multi-document, the correlation first */
            yaml: string;
            conversions: {
                [key: string]: string;
            };
            notes: {
                [key: string]: components["schemas"]["Note"][];
            };
            errors: {
                [key: string]: components["schemas"]["Issue"];
            };
            issues: components["schemas"]["Issue"][];
            deployments?: {
                [key: string]: {
                    text: string;
                    mediaType: string;
                    notes: components["schemas"]["Note"][];
                } | {
                    error: components["schemas"]["Issue"];
                };
            };
        } | {
            document: number;
            error: components["schemas"]["Issue"];
        };
        RuleRow: {
            /** Format: uuid */
            ruleKey: string;
            title: string;
            /** @enum {string} */
            level: "informational" | "low" | "medium" | "high" | "critical";
            platform: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2" | null) | (string & {});
            techniques: string[];
            state: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
            /** @description null for a draft, and for a state that was set before decisions were kept */
            decision: {
                state: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                /** @description why it was rejected; null where nobody said, and for other states */
                reason: {
                    code: ("too_noisy" | "duplicate" | "no_such_log" | "wrong" | "other") | (string & {});
                    words: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds and Z
                 */
                at: string;
                by: {
                    /** Format: uuid */
                    userId: string;
                    /** @description null once the account has been deleted */
                    email: string | null;
                };
            } | null;
            /**
             * @description `user`: its maker’s own; `team`: the team’s, which all its members read
             * @enum {string}
             */
            owner: "user" | "team";
            createdBy: {
                /** Format: uuid */
                userId: string;
                /** @description null once the account has been deleted */
                email: string | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description when its text or its state last changed
             */
            updatedAt: string;
            /** @description whether its conversions were made before the default pipeline of its owner became another; reading it makes them anew, unless the engine has no room */
            stale: boolean;
            source: {
                inputType: string;
                url: string | null;
                title: string;
            };
            /** @description in how many recordings of everyday logs the rule fires; null where none has its log source */
            noise: {
                recordings: number;
                of: number;
            } | null;
            /** @description with `measures`: with how many events the rule is proven that it matches, and with how many that it does not; null otherwise */
            testEvents: {
                match: number;
                noMatch: number;
            } | null;
            /** @description with `sigma`: its text and the events that it matches; null otherwise, and where these are longer than 64 KB */
            sigma: {
                yaml: string;
                /** @description test events that it matches */
                events: {
                    [key: string]: unknown;
                }[];
            } | null;
            /** @description the value or the part of the description that has words of `q`; null where title or advisory have them all, or names that lists do not show */
            found: {
                in: ("value" | "description") | (string & {});
                text: string;
            } | null;
        };
        ListedVersion: {
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            createdBy: {
                /** Format: uuid */
                userId: string;
                /** @description null once the account has been deleted */
                email: string | null;
            };
            title: string;
        };
        Rule: {
            /** Format: uuid */
            ruleKey: string;
            title: string;
            /** @enum {string} */
            level: "informational" | "low" | "medium" | "high" | "critical";
            platform: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2" | null) | (string & {});
            techniques: string[];
            state: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
            /** @description null for a draft, and for a state that was set before decisions were kept */
            decision: {
                state: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                /** @description why it was rejected; null where nobody said, and for other states */
                reason: {
                    code: ("too_noisy" | "duplicate" | "no_such_log" | "wrong" | "other") | (string & {});
                    words: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds and Z
                 */
                at: string;
                by: {
                    /** Format: uuid */
                    userId: string;
                    /** @description null once the account has been deleted */
                    email: string | null;
                };
            } | null;
            /**
             * @description `user`: its maker’s own; `team`: the team’s, which all its members read
             * @enum {string}
             */
            owner: "user" | "team";
            createdBy: {
                /** Format: uuid */
                userId: string;
                /** @description null once the account has been deleted */
                email: string | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description when its text or its state last changed
             */
            updatedAt: string;
            /** @description whether its conversions were made before the default pipeline of its owner became another; reading it makes them anew, unless the engine has no room */
            stale: boolean;
            source: {
                inputType: string;
                url: string | null;
                title: string;
            };
            description: string;
            status: string;
            /** @description the Sigma rule; a correlation rule is multi-document, the correlation first */
            yaml: string;
            conversions: {
                [key: string]: string;
            };
            notes: {
                [key: string]: components["schemas"]["Note"][];
            };
            evidence: components["schemas"]["Evidence"][];
            /** @description events that the rule matches and events that it does not; for a rule that counts, one list of events that makes it fire */
            tests: {
                match: {
                    [key: string]: unknown;
                }[];
                noMatch: {
                    [key: string]: unknown;
                }[];
            };
            /** @description in how many recordings of everyday logs the rule fires; null where none has its log source */
            noise: {
                recordings: number;
                of: number;
            } | null;
            /** @description the log that shows it, by its id in the table of logs; null where the table has none of its log source */
            log: string | null;
            /** @description to whom the rule may be handed on, by its tags; null where none says it */
            tlp: ("clear" | "green" | "amber" | "amber+strict" | "red" | null) | (string & {});
            /** @description who did what the text describes at the evidence; null for a rule that is not based on a text */
            attribution: components["schemas"]["Attribution"] | null;
            /** @description which pipeline its conversions were made with; null for none */
            pipeline: {
                /** Format: uuid */
                id: string;
                sha256: string;
            } | null;
            versions: components["schemas"]["ListedVersion"][];
            /** @description the generations that gave it, as far as you may read them: the newest first, at most 20 */
            generations: {
                /** Format: uuid */
                id: string;
                title: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds and Z
                 */
                createdAt: string;
            }[];
        };
        RuleVersion: {
            /** Format: uuid */
            ruleKey: string;
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            createdBy: {
                /** Format: uuid */
                userId: string;
                /** @description null once the account has been deleted */
                email: string | null;
            };
            title: string;
            /** @enum {string} */
            level: "informational" | "low" | "medium" | "high" | "critical";
            platform: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2" | null) | (string & {});
            techniques: string[];
            description: string;
            status: string;
            /** @description the Sigma rule; a correlation rule is multi-document, the correlation first */
            yaml: string;
            conversions: {
                [key: string]: string;
            };
            notes: {
                [key: string]: components["schemas"]["Note"][];
            };
            evidence: components["schemas"]["Evidence"][];
            /** @description events that the rule matches and events that it does not; for a rule that counts, one list of events that makes it fire */
            tests: {
                match: {
                    [key: string]: unknown;
                }[];
                noMatch: {
                    [key: string]: unknown;
                }[];
            };
            /** @description in how many recordings of everyday logs the rule fires; null where none has its log source */
            noise: {
                recordings: number;
                of: number;
            } | null;
            /** @description the log that shows it, by its id in the table of logs; null where the table has none of its log source */
            log: string | null;
            /** @description to whom the rule may be handed on, by its tags; null where none says it */
            tlp: ("clear" | "green" | "amber" | "amber+strict" | "red" | null) | (string & {});
            /** @description who did what the text describes at the evidence; null for a rule that is not based on a text */
            attribution: components["schemas"]["Attribution"] | null;
            /** @description whether its conversions were made before the default pipeline of its owner became another; reading it makes them anew, unless the engine has no room */
            stale: boolean;
            /** @description which pipeline its conversions were made with; null for none */
            pipeline: {
                /** Format: uuid */
                id: string;
                sha256: string;
            } | null;
        };
        RuleDeletion: {
            deleted: number;
            /** @description by how many bytes less is stored */
            freedBytes: number;
            /** @description whether rules that match the filter are left */
            more: boolean;
        };
        ExportCheck: {
            formats: {
                format: ("sigma" | "savedsearches" | "splunk-terraform" | "sentinel-yaml" | "sentinel-arm" | "sentinel-repository" | "sentinel-terraform" | "kibana-ndjson" | "kibana-lucene" | "kibana-terraform" | "opensearch-monitor" | "opensearch-sigma" | "yaral" | "kibana-esql" | "logscale-search" | "cortex-rule" | "eventbridge" | "metric-filter") | (string & {});
                /** @description rules that can have the form */
                can: number;
                of: number;
                cannot: {
                    /** Format: uuid */
                    ruleKey: string;
                    title: string;
                    message: string;
                }[];
            }[];
        };
        BulkJob: {
            /** Format: uuid */
            jobId: string;
            action: ("delete" | "state" | "export") | (string & {});
            /** @description `failed`: it ended before its end; what is done stays done */
            state: ("waiting" | "running" | "done" | "failed") | (string & {});
            /** @description the state that it sets; null for other actions */
            newState: ("draft" | "accepted" | "rejected" | "deployed" | null) | (string & {});
            /** @description the forms of an export; null otherwise */
            formats: (("sigma" | "savedsearches" | "splunk-terraform" | "sentinel-yaml" | "sentinel-arm" | "sentinel-repository" | "sentinel-terraform" | "kibana-ndjson" | "kibana-lucene" | "kibana-terraform" | "opensearch-monitor" | "opensearch-sigma" | "yaral" | "kibana-esql" | "logscale-search" | "cortex-rule" | "eventbridge" | "metric-filter") | (string & {}))[] | null;
            /** @description rules that were chosen */
            total: number;
            done: number;
            /** @description by reason */
            notDone: {
                /** @description `gone`: there is no such rule of yours (any more); `already`: it has this state; `form_refused`: it cannot have a form; `engine_limit`: it takes too much time or memory */
                reason: ("gone" | "already" | "form_refused" | "engine_limit") | (string & {});
                message: string;
                count: number;
                /** @description the first ten of them */
                rules: {
                    /** Format: uuid */
                    ruleKey: string;
                    /** @description null where there was no rule when the job was made */
                    title: string | null;
                    /** @description what is particular to this rule */
                    message: string | null;
                }[];
            }[];
            /** @description the file of an export that is done */
            file: {
                fileName: string;
                bytes: number;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            endedAt: string | null;
        };
        DeletedRule: {
            /** Format: uuid */
            ruleKey: string;
            title: string;
            /** @enum {string} */
            level: "informational" | "low" | "medium" | "high" | "critical";
            platform: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2" | null) | (string & {});
            techniques: string[];
            /** @description the state that it had, and gets back */
            state: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
            createdBy: {
                /** Format: uuid */
                userId: string;
                /** @description null once the account has been deleted */
                email: string | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            deletedBy: {
                /** Format: uuid */
                userId: string;
                /** @description null once the account has been deleted */
                email: string | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            deletedAt: string;
            /**
             * Format: date-time
             * @description when it goes for good
             */
            goneAt: string;
            /**
             * @description whose bin it is in: your own, or your team’s
             * @enum {string}
             */
            owner: "user" | "team";
            source: {
                inputType: string;
                url: string | null;
                title: string;
            };
        };
        RuleRestoration: {
            restored: number;
            /** @description those that stay in the bin, since the library has another rule of the same key */
            notRestored: {
                /** Format: uuid */
                ruleKey: string;
                title: string;
                reason: "key_taken" | (string & {});
            }[];
            /** @description whether more of what the job deleted is in the bin */
            more: boolean;
        };
        PipelineRow: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description whether conversions of its owner are made with it where the caller names none */
            default: boolean;
            /** @description whether the built-in maps name the fields and the log source that it leaves open; else it takes their place */
            builtInMaps: boolean;
            /**
             * @description whose it is
             * @enum {string}
             */
            owner: "user" | "team";
            /** @description of name and text; `pipeline` of a rule has it */
            sha256: string;
            /** @description of name and text, which count as stored */
            bytes: number;
            createdBy: {
                /** Format: uuid */
                userId: string;
                /** @description null once the account has been deleted */
                email: string | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            updatedAt: string;
        };
        SavedPipeline: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description whether conversions of its owner are made with it where the caller names none */
            default: boolean;
            /** @description whether the built-in maps name the fields and the log source that it leaves open; else it takes their place */
            builtInMaps: boolean;
            /**
             * @description whose it is
             * @enum {string}
             */
            owner: "user" | "team";
            /** @description of name and text; `pipeline` of a rule has it */
            sha256: string;
            /** @description of name and text, which count as stored */
            bytes: number;
            createdBy: {
                /** Format: uuid */
                userId: string;
                /** @description null once the account has been deleted */
                email: string | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            updatedAt: string;
            /** @description in the format of pySigma's processing pipelines */
            text: string;
            /** @description what sample rules of common log sources did not become with it; a pipeline may mean to refuse them */
            trial: components["schemas"]["Issue"][];
        };
        Pipeline: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description whether conversions of its owner are made with it where the caller names none */
            default: boolean;
            /** @description whether the built-in maps name the fields and the log source that it leaves open; else it takes their place */
            builtInMaps: boolean;
            /**
             * @description whose it is
             * @enum {string}
             */
            owner: "user" | "team";
            /** @description of name and text; `pipeline` of a rule has it */
            sha256: string;
            /** @description of name and text, which count as stored */
            bytes: number;
            createdBy: {
                /** Format: uuid */
                userId: string;
                /** @description null once the account has been deleted */
                email: string | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            updatedAt: string;
            /** @description in the format of pySigma's processing pipelines */
            text: string;
        };
        RuleMove: {
            moved: number;
            /** @description rules that stay whose they are, each with the reason; with `all` at most 1,000, in the last answer */
            notMoved: {
                /** Format: uuid */
                ruleKey: string;
                title: string;
                /** @description `team_has_key`: the team has a rule of this key, and yours stays beside it; `in_team`: it is the team’s already. Others may come */
                reason: string;
                message: string;
            }[];
            /** @description whether rules of your own are left that can be moved: ask again */
            more: boolean;
        };
        ApiKey: {
            prefix: string;
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            expiresAt: string | null;
            scopes: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
            /** @description Null: from anywhere. */
            allowedIps: string[] | null;
            /** @description The prefix of the key that replaced it. */
            replacedBy: string | null;
            dailyLimit: number;
            usedToday: number;
        };
        TeamMember: {
            /** Format: uuid */
            userId: string;
            email: string;
            role: ("owner" | "admin" | "member") | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            joinedAt: string;
        };
        Invitation: {
            /** Format: uuid */
            id: string;
            email: string;
            role: ("member" | "admin") | (string & {});
            status: ("pending" | "accepted" | "declined" | "revoked" | "expired") | (string & {});
            /**
             * Format: date-time
             * @description 7 days after the invitation
             */
            expiresAt: string;
            /** @description the state of its mail: failed when it will not be tried again; null where no mail is sent */
            mail: {
                status: ("queued" | "retrying" | "sent" | "failed") | (string & {});
                attempts: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds and Z
                 */
                sentAt: string | null;
                /** @description why the last attempt failed */
                error: string | null;
            } | null;
            /** @description in development without SMTP: what the mail would say */
            link?: string;
        };
        Team: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description whether members must have a second factor */
            requireSecondFactor: boolean;
            /** @description members and pending invitations hold a seat each; the limit is that of the owner’s tier */
            seats: {
                limit: number;
                used: number;
            };
            members: components["schemas"]["TeamMember"][];
            /** @description for the owner and admins */
            invitations?: components["schemas"]["Invitation"][];
            roles: (("owner" | "admin" | "member") | (string & {}))[];
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
        };
        ServiceAccount: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Under which its work is shown; no mail reaches it. */
            email: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /** @description Who made it; null when they are gone. */
            createdBy: string | null;
            activeKeys: number;
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            description: string;
            events: (("generation.finished" | "audit.recorded") | (string & {}))[];
            /** @description false: told of nothing. A receiver that answers with 410 is switched off. */
            active: boolean;
            /**
             * Format: date-time
             * @description until when the secret before the one in use signs too; null where there is none
             */
            previousUntil: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description the webhook-id of the call: the same in each attempt
             */
            id: string;
            type: ("generation.finished" | "audit.recorded") | (string & {});
            /** @description whether it is an example that somebody asked for */
            test: boolean;
            state: ("pending" | "delivered" | "failed") | (string & {});
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description null when it has ended
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            endedAt: string | null;
            /** @description of the last attempt; null without an answer */
            responseStatus: number | null;
            error: string | null;
        };
        Session: {
            accessToken: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            expiresAt: string;
            refreshToken?: string;
            /** @description given at a sign-in; send it with the next sign-in from this device */
            deviceToken?: string;
            /**
             * @description your team requires a second factor and you have none: everything of the team answers 403 until you enrol one
             * @constant
             */
            secondFactorRequired?: true;
        };
        /** @description what a browser signs by: for PublicKeyCredential.parseRequestOptionsFromJSON */
        PasskeyRequestOptions: {
            /** @description in base64url */
            challenge: string;
            rpId: string;
            /** @description in milliseconds */
            timeout: number;
            userVerification: string;
            allowCredentials?: {
                id: string;
                /** @constant */
                type: "public-key";
                transports?: string[];
            }[];
            extensions?: {
                [key: string]: unknown;
            };
        };
        SecondFactorNeeded: {
            secondFactor: {
                /** @description to be sent with the second factor, within 5 minutes */
                ticket: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds and Z
                 */
                expiresAt: string;
                /** @description what it can be completed with */
                methods: (("passkey" | "totp" | "recovery-code") | (string & {}))[];
                publicKey?: components["schemas"]["PasskeyRequestOptions"];
            };
        };
        Profile: {
            /** Format: uuid */
            id: string;
            email: string;
            emailVerified: boolean;
            name: string | null;
            tier: ("free" | "individual" | "pro" | "team" | "enterprise") | (string & {});
            /** @description the higher of your own tier and the one your team lends you */
            effectiveTier: ("free" | "individual" | "pro" | "team" | "enterprise") | (string & {});
            limits: {
                [key: string]: number;
            };
            usage: {
                [key: string]: number;
            };
            /** @description how many bytes of rules, generations and documents you or your team store, and how many may be stored */
            storage: {
                /** @enum {string} */
                owner: "user" | "team";
                usedBytes: number;
                limitBytes: number;
            };
            team: {
                /** Format: uuid */
                id: string;
                name: string;
                role: ("owner" | "admin" | "member") | (string & {});
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
        };
        Passkey: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            lastUsedAt: string | null;
        };
        Factors: {
            /** @description the authenticator app */
            totp: {
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds and Z
                 */
                confirmedAt: string;
            } | null;
            passkeys: components["schemas"]["Passkey"][];
            /** @description recovery codes that were not used */
            recoveryCodesLeft: number;
        };
        /** @description what a browser makes a passkey by: for PublicKeyCredential.parseCreationOptionsFromJSON */
        PasskeyCreationOptions: {
            /** @description in base64url */
            challenge: string;
            rp: {
                name: string;
                id: string;
            };
            user: {
                id: string;
                name: string;
                displayName: string;
            };
            pubKeyCredParams: {
                /** @constant */
                type: "public-key";
                alg: number;
            }[];
            /** @description in milliseconds */
            timeout: number;
            attestation: string;
            excludeCredentials: {
                id: string;
                /** @constant */
                type: "public-key";
                transports?: string[];
            }[];
            authenticatorSelection: {
                residentKey: string;
                requireResidentKey: boolean;
                userVerification: string;
            };
            extensions?: {
                [key: string]: unknown;
            };
            hints?: string[];
        };
        MySiems: {
            /** @description what holds: their own, or where they have chosen none the team’s */
            siems: {
                id: ("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {});
                stack?: string;
                index?: string;
                sourcetype?: string;
                table?: string;
            }[];
            /** @description whose choice that is */
            from: ("own" | "team" | "nobody") | (string & {});
            /** @description in the order in which they are shown; empty where none is chosen */
            own: {
                id: ("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {});
                stack?: string;
                index?: string;
                sourcetype?: string;
                table?: string;
            }[];
            /** @description in the order in which they are shown; empty where none is chosen */
            team: {
                id: ("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {});
                stack?: string;
                index?: string;
                sourcetype?: string;
                table?: string;
            }[];
        };
        TeamSiems: {
            /** @description in the order in which they are shown; empty where none is chosen */
            siems: {
                id: ("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {});
                stack?: string;
                index?: string;
                sourcetype?: string;
                table?: string;
            }[];
        };
        GenerateRulesEvents: {
            progress: {
                step: ("fetch" | "read" | "evidence" | "draft" | "prove") | (string & {});
                done: number;
                total: number;
            };
            result: {
                /** @constant */
                success: true;
                data: components["schemas"]["Generation"];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    generateRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, new for each request, such as a UUID. For 24 hours, the same request sent again with the same key gets the first answer, and nothing is done twice. A request that failed may be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    inputType: "url";
                    url: string;
                    options?: {
                        targetSiems?: (("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {}))[];
                        targetProviders?: (("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {}))[];
                        /** @description Logs of which rules are wanted beside those of `targetProviders`, by their ids in the table of logs: so come rules of logs that belong to no platform, as a proxy’s. Without `targetProviders` rules of all logs come anyway. */
                        targetLogs?: ("aws/cloudtrail" | "aws/guardduty" | "aws/waf" | "azure/activitylogs" | "azure/auditlogs" | "azure/security-alerts" | "azure/signinlogs" | "gcp/audit" | "gcp/google-workspace-admin" | "gcp/google-workspace-login" | "github/audit" | "kubernetes/audit" | "linux/auditd" | "linux/auth" | "linux/cron" | "linux/file-event" | "linux/network-connection" | "linux/process-creation" | "linux/syslog" | "m365/audit" | "m365/threat-management" | "macos/file-event" | "macos/process-creation" | "network/antivirus" | "network/crowdstrike-detections" | "network/dns" | "network/firewall" | "network/mail-gateway" | "network/modsecurity" | "network/network-connection" | "network/proxy" | "network/webserver" | "network/zeek-dce-rpc" | "network/zeek-http" | "network/zeek-kerberos" | "network/zeek-smb-files" | "network/zeek-x509" | "okta/okta" | "windows/application" | "windows/applocker" | "windows/bits-client" | "windows/codeintegrity" | "windows/create-remote-thread" | "windows/create-stream-hash" | "windows/defender" | "windows/dns-query" | "windows/driver-load" | "windows/file-change" | "windows/file-delete" | "windows/file-event" | "windows/file-executable" | "windows/firewall-as" | "windows/image-load" | "windows/msexchange-management" | "windows/network-connection" | "windows/ntlm" | "windows/openssh" | "windows/pipe-created" | "windows/powershell-module" | "windows/powershell-script" | "windows/process-access" | "windows/process-creation" | "windows/process-tampering" | "windows/registry-add" | "windows/registry-delete" | "windows/registry-set" | "windows/security" | "windows/system" | "windows/taskscheduler" | "windows/terminalservices-localsessionmanager" | "windows/wmi" | "windows/wmi-event")[];
                        minConfidence?: number;
                        maxRules?: number;
                        /** @description true leaves out rules that rules of your library, or of your team’s, cover already: they are listed under `covered`, and nothing is saved for them. The call costs the same. */
                        skipCovered?: boolean;
                        /** @description The mark of the Traffic Light Protocol that the document has. One in its text counts where it is stricter. Rules of AMBER and RED carry it; nothing of RED is stored unless `keep` is true. */
                        tlp?: ("clear" | "green" | "amber" | "amber+strict" | "red") | (string & {});
                        /** @description false stores nothing of the document and its rules: they are in this answer and nowhere else. true stores them although the document is RED. */
                        keep?: boolean;
                        /** @description The gap of a cloud account that the rules are written for. The coverage service shows them and their states beside it; they are the same rules without it. */
                        gap?: {
                            accountId: string;
                            techniqueId: string;
                        };
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                    };
                } | {
                    /** @constant */
                    inputType: "text";
                    text: string;
                    title?: string;
                    options?: {
                        targetSiems?: (("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {}))[];
                        targetProviders?: (("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {}))[];
                        /** @description Logs of which rules are wanted beside those of `targetProviders`, by their ids in the table of logs: so come rules of logs that belong to no platform, as a proxy’s. Without `targetProviders` rules of all logs come anyway. */
                        targetLogs?: ("aws/cloudtrail" | "aws/guardduty" | "aws/waf" | "azure/activitylogs" | "azure/auditlogs" | "azure/security-alerts" | "azure/signinlogs" | "gcp/audit" | "gcp/google-workspace-admin" | "gcp/google-workspace-login" | "github/audit" | "kubernetes/audit" | "linux/auditd" | "linux/auth" | "linux/cron" | "linux/file-event" | "linux/network-connection" | "linux/process-creation" | "linux/syslog" | "m365/audit" | "m365/threat-management" | "macos/file-event" | "macos/process-creation" | "network/antivirus" | "network/crowdstrike-detections" | "network/dns" | "network/firewall" | "network/mail-gateway" | "network/modsecurity" | "network/network-connection" | "network/proxy" | "network/webserver" | "network/zeek-dce-rpc" | "network/zeek-http" | "network/zeek-kerberos" | "network/zeek-smb-files" | "network/zeek-x509" | "okta/okta" | "windows/application" | "windows/applocker" | "windows/bits-client" | "windows/codeintegrity" | "windows/create-remote-thread" | "windows/create-stream-hash" | "windows/defender" | "windows/dns-query" | "windows/driver-load" | "windows/file-change" | "windows/file-delete" | "windows/file-event" | "windows/file-executable" | "windows/firewall-as" | "windows/image-load" | "windows/msexchange-management" | "windows/network-connection" | "windows/ntlm" | "windows/openssh" | "windows/pipe-created" | "windows/powershell-module" | "windows/powershell-script" | "windows/process-access" | "windows/process-creation" | "windows/process-tampering" | "windows/registry-add" | "windows/registry-delete" | "windows/registry-set" | "windows/security" | "windows/system" | "windows/taskscheduler" | "windows/terminalservices-localsessionmanager" | "windows/wmi" | "windows/wmi-event")[];
                        minConfidence?: number;
                        maxRules?: number;
                        /** @description true leaves out rules that rules of your library, or of your team’s, cover already: they are listed under `covered`, and nothing is saved for them. The call costs the same. */
                        skipCovered?: boolean;
                        /** @description The mark of the Traffic Light Protocol that the document has. One in its text counts where it is stricter. Rules of AMBER and RED carry it; nothing of RED is stored unless `keep` is true. */
                        tlp?: ("clear" | "green" | "amber" | "amber+strict" | "red") | (string & {});
                        /** @description false stores nothing of the document and its rules: they are in this answer and nowhere else. true stores them although the document is RED. */
                        keep?: boolean;
                        /** @description The gap of a cloud account that the rules are written for. The coverage service shows them and their states beside it; they are the same rules without it. */
                        gap?: {
                            accountId: string;
                            techniqueId: string;
                        };
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                    };
                } | {
                    /** @constant */
                    inputType: "technique";
                    techniqueId: string;
                    options?: {
                        targetSiems?: (("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {}))[];
                        targetProviders?: (("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {}))[];
                        /** @description Logs of which rules are wanted beside those of `targetProviders`, by their ids in the table of logs: so come rules of logs that belong to no platform, as a proxy’s. Without `targetProviders` rules of all logs come anyway. */
                        targetLogs?: ("aws/cloudtrail" | "aws/guardduty" | "aws/waf" | "azure/activitylogs" | "azure/auditlogs" | "azure/security-alerts" | "azure/signinlogs" | "gcp/audit" | "gcp/google-workspace-admin" | "gcp/google-workspace-login" | "github/audit" | "kubernetes/audit" | "linux/auditd" | "linux/auth" | "linux/cron" | "linux/file-event" | "linux/network-connection" | "linux/process-creation" | "linux/syslog" | "m365/audit" | "m365/threat-management" | "macos/file-event" | "macos/process-creation" | "network/antivirus" | "network/crowdstrike-detections" | "network/dns" | "network/firewall" | "network/mail-gateway" | "network/modsecurity" | "network/network-connection" | "network/proxy" | "network/webserver" | "network/zeek-dce-rpc" | "network/zeek-http" | "network/zeek-kerberos" | "network/zeek-smb-files" | "network/zeek-x509" | "okta/okta" | "windows/application" | "windows/applocker" | "windows/bits-client" | "windows/codeintegrity" | "windows/create-remote-thread" | "windows/create-stream-hash" | "windows/defender" | "windows/dns-query" | "windows/driver-load" | "windows/file-change" | "windows/file-delete" | "windows/file-event" | "windows/file-executable" | "windows/firewall-as" | "windows/image-load" | "windows/msexchange-management" | "windows/network-connection" | "windows/ntlm" | "windows/openssh" | "windows/pipe-created" | "windows/powershell-module" | "windows/powershell-script" | "windows/process-access" | "windows/process-creation" | "windows/process-tampering" | "windows/registry-add" | "windows/registry-delete" | "windows/registry-set" | "windows/security" | "windows/system" | "windows/taskscheduler" | "windows/terminalservices-localsessionmanager" | "windows/wmi" | "windows/wmi-event")[];
                        minConfidence?: number;
                        maxRules?: number;
                        /** @description true leaves out rules that rules of your library, or of your team’s, cover already: they are listed under `covered`, and nothing is saved for them. The call costs the same. */
                        skipCovered?: boolean;
                        /** @description The mark of the Traffic Light Protocol that the document has. One in its text counts where it is stricter. Rules of AMBER and RED carry it; nothing of RED is stored unless `keep` is true. */
                        tlp?: ("clear" | "green" | "amber" | "amber+strict" | "red") | (string & {});
                        /** @description false stores nothing of the document and its rules: they are in this answer and nowhere else. true stores them although the document is RED. */
                        keep?: boolean;
                        /** @description The gap of a cloud account that the rules are written for. The coverage service shows them and their states beside it; they are the same rules without it. */
                        gap?: {
                            accountId: string;
                            techniqueId: string;
                        };
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                    };
                } | {
                    /** @constant */
                    inputType: "sigma";
                    yaml: string;
                    options?: {
                        targetSiems?: (("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {}))[];
                        targetProviders?: (("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {}))[];
                        /** @description Logs of which rules are wanted beside those of `targetProviders`, by their ids in the table of logs: so come rules of logs that belong to no platform, as a proxy’s. Without `targetProviders` rules of all logs come anyway. */
                        targetLogs?: ("aws/cloudtrail" | "aws/guardduty" | "aws/waf" | "azure/activitylogs" | "azure/auditlogs" | "azure/security-alerts" | "azure/signinlogs" | "gcp/audit" | "gcp/google-workspace-admin" | "gcp/google-workspace-login" | "github/audit" | "kubernetes/audit" | "linux/auditd" | "linux/auth" | "linux/cron" | "linux/file-event" | "linux/network-connection" | "linux/process-creation" | "linux/syslog" | "m365/audit" | "m365/threat-management" | "macos/file-event" | "macos/process-creation" | "network/antivirus" | "network/crowdstrike-detections" | "network/dns" | "network/firewall" | "network/mail-gateway" | "network/modsecurity" | "network/network-connection" | "network/proxy" | "network/webserver" | "network/zeek-dce-rpc" | "network/zeek-http" | "network/zeek-kerberos" | "network/zeek-smb-files" | "network/zeek-x509" | "okta/okta" | "windows/application" | "windows/applocker" | "windows/bits-client" | "windows/codeintegrity" | "windows/create-remote-thread" | "windows/create-stream-hash" | "windows/defender" | "windows/dns-query" | "windows/driver-load" | "windows/file-change" | "windows/file-delete" | "windows/file-event" | "windows/file-executable" | "windows/firewall-as" | "windows/image-load" | "windows/msexchange-management" | "windows/network-connection" | "windows/ntlm" | "windows/openssh" | "windows/pipe-created" | "windows/powershell-module" | "windows/powershell-script" | "windows/process-access" | "windows/process-creation" | "windows/process-tampering" | "windows/registry-add" | "windows/registry-delete" | "windows/registry-set" | "windows/security" | "windows/system" | "windows/taskscheduler" | "windows/terminalservices-localsessionmanager" | "windows/wmi" | "windows/wmi-event")[];
                        minConfidence?: number;
                        maxRules?: number;
                        /** @description true leaves out rules that rules of your library, or of your team’s, cover already: they are listed under `covered`, and nothing is saved for them. The call costs the same. */
                        skipCovered?: boolean;
                        /** @description The mark of the Traffic Light Protocol that the document has. One in its text counts where it is stricter. Rules of AMBER and RED carry it; nothing of RED is stored unless `keep` is true. */
                        tlp?: ("clear" | "green" | "amber" | "amber+strict" | "red") | (string & {});
                        /** @description false stores nothing of the document and its rules: they are in this answer and nowhere else. true stores them although the document is RED. */
                        keep?: boolean;
                        /** @description The gap of a cloud account that the rules are written for. The coverage service shows them and their states beside it; they are the same rules without it. */
                        gap?: {
                            accountId: string;
                            techniqueId: string;
                        };
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                    };
                } | {
                    /** @constant */
                    inputType: "query";
                    query: string;
                    /** @enum {string} */
                    language: "kql" | "spl" | "lucene" | "eql" | "esql" | "yaral";
                    title?: string;
                    logsource?: {
                        product?: string;
                        category?: string;
                        service?: string;
                    };
                    macros?: Record<string, never>;
                    partial?: boolean;
                    window?: number;
                    options?: {
                        targetSiems?: (("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {}))[];
                        targetProviders?: (("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {}))[];
                        /** @description Logs of which rules are wanted beside those of `targetProviders`, by their ids in the table of logs: so come rules of logs that belong to no platform, as a proxy’s. Without `targetProviders` rules of all logs come anyway. */
                        targetLogs?: ("aws/cloudtrail" | "aws/guardduty" | "aws/waf" | "azure/activitylogs" | "azure/auditlogs" | "azure/security-alerts" | "azure/signinlogs" | "gcp/audit" | "gcp/google-workspace-admin" | "gcp/google-workspace-login" | "github/audit" | "kubernetes/audit" | "linux/auditd" | "linux/auth" | "linux/cron" | "linux/file-event" | "linux/network-connection" | "linux/process-creation" | "linux/syslog" | "m365/audit" | "m365/threat-management" | "macos/file-event" | "macos/process-creation" | "network/antivirus" | "network/crowdstrike-detections" | "network/dns" | "network/firewall" | "network/mail-gateway" | "network/modsecurity" | "network/network-connection" | "network/proxy" | "network/webserver" | "network/zeek-dce-rpc" | "network/zeek-http" | "network/zeek-kerberos" | "network/zeek-smb-files" | "network/zeek-x509" | "okta/okta" | "windows/application" | "windows/applocker" | "windows/bits-client" | "windows/codeintegrity" | "windows/create-remote-thread" | "windows/create-stream-hash" | "windows/defender" | "windows/dns-query" | "windows/driver-load" | "windows/file-change" | "windows/file-delete" | "windows/file-event" | "windows/file-executable" | "windows/firewall-as" | "windows/image-load" | "windows/msexchange-management" | "windows/network-connection" | "windows/ntlm" | "windows/openssh" | "windows/pipe-created" | "windows/powershell-module" | "windows/powershell-script" | "windows/process-access" | "windows/process-creation" | "windows/process-tampering" | "windows/registry-add" | "windows/registry-delete" | "windows/registry-set" | "windows/security" | "windows/system" | "windows/taskscheduler" | "windows/terminalservices-localsessionmanager" | "windows/wmi" | "windows/wmi-event")[];
                        minConfidence?: number;
                        maxRules?: number;
                        /** @description true leaves out rules that rules of your library, or of your team’s, cover already: they are listed under `covered`, and nothing is saved for them. The call costs the same. */
                        skipCovered?: boolean;
                        /** @description The mark of the Traffic Light Protocol that the document has. One in its text counts where it is stricter. Rules of AMBER and RED carry it; nothing of RED is stored unless `keep` is true. */
                        tlp?: ("clear" | "green" | "amber" | "amber+strict" | "red") | (string & {});
                        /** @description false stores nothing of the document and its rules: they are in this answer and nowhere else. true stores them although the document is RED. */
                        keep?: boolean;
                        /** @description The gap of a cloud account that the rules are written for. The coverage service shows them and their states beside it; they are the same rules without it. */
                        gap?: {
                            accountId: string;
                            techniqueId: string;
                        };
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                    };
                };
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    options?: {
                        targetSiems?: (("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {}))[];
                        targetProviders?: (("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {}))[];
                        /** @description Logs of which rules are wanted beside those of `targetProviders`, by their ids in the table of logs: so come rules of logs that belong to no platform, as a proxy’s. Without `targetProviders` rules of all logs come anyway. */
                        targetLogs?: ("aws/cloudtrail" | "aws/guardduty" | "aws/waf" | "azure/activitylogs" | "azure/auditlogs" | "azure/security-alerts" | "azure/signinlogs" | "gcp/audit" | "gcp/google-workspace-admin" | "gcp/google-workspace-login" | "github/audit" | "kubernetes/audit" | "linux/auditd" | "linux/auth" | "linux/cron" | "linux/file-event" | "linux/network-connection" | "linux/process-creation" | "linux/syslog" | "m365/audit" | "m365/threat-management" | "macos/file-event" | "macos/process-creation" | "network/antivirus" | "network/crowdstrike-detections" | "network/dns" | "network/firewall" | "network/mail-gateway" | "network/modsecurity" | "network/network-connection" | "network/proxy" | "network/webserver" | "network/zeek-dce-rpc" | "network/zeek-http" | "network/zeek-kerberos" | "network/zeek-smb-files" | "network/zeek-x509" | "okta/okta" | "windows/application" | "windows/applocker" | "windows/bits-client" | "windows/codeintegrity" | "windows/create-remote-thread" | "windows/create-stream-hash" | "windows/defender" | "windows/dns-query" | "windows/driver-load" | "windows/file-change" | "windows/file-delete" | "windows/file-event" | "windows/file-executable" | "windows/firewall-as" | "windows/image-load" | "windows/msexchange-management" | "windows/network-connection" | "windows/ntlm" | "windows/openssh" | "windows/pipe-created" | "windows/powershell-module" | "windows/powershell-script" | "windows/process-access" | "windows/process-creation" | "windows/process-tampering" | "windows/registry-add" | "windows/registry-delete" | "windows/registry-set" | "windows/security" | "windows/system" | "windows/taskscheduler" | "windows/terminalservices-localsessionmanager" | "windows/wmi" | "windows/wmi-event")[];
                        minConfidence?: number;
                        maxRules?: number;
                        /** @description true leaves out rules that rules of your library, or of your team’s, cover already: they are listed under `covered`, and nothing is saved for them. The call costs the same. */
                        skipCovered?: boolean;
                        /** @description The mark of the Traffic Light Protocol that the document has. One in its text counts where it is stricter. Rules of AMBER and RED carry it; nothing of RED is stored unless `keep` is true. */
                        tlp?: ("clear" | "green" | "amber" | "amber+strict" | "red") | (string & {});
                        /** @description false stores nothing of the document and its rules: they are in this answer and nowhere else. true stores them although the document is RED. */
                        keep?: boolean;
                        /** @description The gap of a cloud account that the rules are written for. The coverage service shows them and their states beside it; they are the same rules without it. */
                        gap?: {
                            accountId: string;
                            techniqueId: string;
                        };
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The rules, with what was found and what was skipped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Generation"];
                    };
                    "text/event-stream": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGenerations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of generations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            generations: {
                                /** Format: uuid */
                                id: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC with milliseconds and Z
                                 */
                                createdAt: string;
                                source: components["schemas"]["Source"];
                                engineVersion: string;
                                ruleCount: number;
                            }[];
                            /** @description hand it back as `cursor` for the next page; null on the last */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation with its rules as they were then; their conversions use the current default pipeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Generation"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                };
            };
        };
        responses: {
            /** @description The generation as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Generation"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getGenerationDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canonical text and its blocks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            text: string;
                            blocks: {
                                type: ("heading" | "paragraph" | "list-item" | "table-row" | "code" | "caption" | "quote") | (string & {});
                                role: ("narrative" | "remediation" | "detection" | "references" | "indicators") | (string & {});
                                headings: string[];
                                start: number;
                                end: number;
                                /** @description 1–6 for headings */
                                level?: number;
                                /** @description inline code */
                                code?: components["schemas"]["Span"][];
                                links?: {
                                    start: number;
                                    end: number;
                                    href: string;
                                }[];
                            }[];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    convertRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    yaml: string;
                    options?: {
                        targetSiems?: (("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {}))[];
                        formats?: (("savedsearches" | "splunk-terraform" | "sentinel-yaml" | "sentinel-arm" | "sentinel-repository" | "sentinel-terraform" | "kibana-ndjson" | "kibana-lucene" | "kibana-terraform" | "opensearch-monitor" | "opensearch-sigma" | "yaral" | "kibana-esql" | "logscale-search" | "cortex-rule" | "eventbridge" | "metric-filter") | (string & {}))[];
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                        /** @description Deployable forms keep the rule's level. Without it a form whose query finds more than its rule has the level one step lower, with a note. */
                        keepLevel?: boolean;
                        /** @description Whether each row of a `savedsearches` form becomes a finding of Splunk Enterprise Security. Without it, with the stack `cim` alone. */
                        enterpriseSecurity?: boolean;
                        /** @description The id of the notification channel of OpenSearch that an `opensearch-monitor` form tells. Without it a monitor tells nobody. */
                        channel?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Per document its conversions, notes and findings, or its error. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            rules: components["schemas"]["ConvertedRule"][];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRules: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                sort?: "created" | "-created" | "updated" | "-updated" | "title" | "-title" | "level" | "-level" | "state" | "-state" | "platform" | "-platform";
                counts?: boolean;
                measures?: boolean;
                sigma?: boolean;
                technique?: string;
                platform?: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {});
                level?: "informational" | "low" | "medium" | "high" | "critical";
                state?: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                q?: string;
                owner?: "user" | "team";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            rules: components["schemas"]["RuleRow"][];
                            /** @description hand it back as `cursor` for the next page; null on the last */
                            nextCursor: string | null;
                            /** @description how many rules fit, counted up to 10,000 */
                            total: number;
                            /** @description whether there are more than were counted */
                            moreThanTotal: boolean;
                            /** @description with `counts`: how many rules the list would have with each value in place of the one that it is narrowed to; null otherwise, and where more than 10,000 would have to be counted */
                            counts: {
                                level: {
                                    value: string;
                                    count: number;
                                }[];
                                platform: {
                                    value: string;
                                    count: number;
                                }[];
                                state: {
                                    value: string;
                                    count: number;
                                }[];
                            } | null;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRule: {
        parameters: {
            query?: {
                owner?: "user" | "team";
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule in its newest version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRule: {
        parameters: {
            query?: {
                owner?: "user" | "team";
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RuleDeletion"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateRule: {
        parameters: {
            query?: {
                owner?: "user" | "team";
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    state?: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                    /** @description why the rule is rejected; goes with the state `rejected` alone */
                    reason?: {
                        code: ("too_noisy" | "duplicate" | "no_such_log" | "wrong" | "other") | (string & {});
                        /** @description your own words beside the code; needed where the code is `other` */
                        words?: string;
                    };
                    yaml?: string;
                } | unknown | unknown;
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRuleVersion: {
        parameters: {
            query?: {
                owner?: "user" | "team";
            };
            header?: never;
            path: {
                key: string;
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version, whole. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RuleVersion"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ruleKeys?: string[];
                    /** @enum {string} */
                    owner?: "user" | "team";
                    filter?: {
                        /** @description an ATT&CK id, or its beginning; that of a technique finds the rules of its sub-techniques too */
                        technique?: string;
                        platform?: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {});
                        /** @enum {string} */
                        level?: "informational" | "low" | "medium" | "high" | "critical";
                        state?: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                        /** @description words that each begin a word of the rule: of its title, description, values, techniques (ids and names), log or advisory */
                        q?: string;
                        /** @enum {string} */
                        owner?: "user" | "team";
                    };
                } & (unknown | unknown);
            };
        };
        responses: {
            /** @description They are deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RuleDeletion"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportRule: {
        parameters: {
            query: {
                format: ("sigma" | "savedsearches" | "splunk-terraform" | "sentinel-yaml" | "sentinel-arm" | "sentinel-repository" | "sentinel-terraform" | "kibana-ndjson" | "kibana-lucene" | "kibana-terraform" | "opensearch-monitor" | "opensearch-sigma" | "yaral" | "kibana-esql" | "logscale-search" | "cortex-rule" | "eventbridge" | "metric-filter") | (string & {});
                owner?: "user" | "team";
                pipelines?: string;
                stack?: "windows_xml" | "cim" | "windows_classic" | "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event" | "elastic_agent" | "elastic_defend" | "winlogbeat" | "parsers" | "security_analytics" | "falcon" | "xdr";
                keepLevel?: boolean;
                enterpriseSecurity?: boolean;
                channel?: string;
                builtInMaps?: boolean;
                index?: string;
                sourcetype?: string;
                table?: string;
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/yaml": string;
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/x-ndjson": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ruleKeys: string[];
                    /** @description The forms in a zip; `sigma` where none is named. */
                    formats?: (("sigma" | "savedsearches" | "splunk-terraform" | "sentinel-yaml" | "sentinel-arm" | "sentinel-repository" | "sentinel-terraform" | "kibana-ndjson" | "kibana-lucene" | "kibana-terraform" | "opensearch-monitor" | "opensearch-sigma" | "yaral" | "kibana-esql" | "logscale-search" | "cortex-rule" | "eventbridge" | "metric-filter") | (string & {}))[];
                    /** @description With `bundle`: the form. */
                    format?: ("sigma" | "savedsearches" | "splunk-terraform" | "sentinel-yaml" | "sentinel-arm" | "sentinel-repository" | "sentinel-terraform" | "kibana-ndjson" | "kibana-lucene" | "kibana-terraform" | "opensearch-monitor" | "opensearch-sigma" | "yaral" | "kibana-esql" | "logscale-search" | "cortex-rule" | "eventbridge" | "metric-filter") | (string & {});
                    /**
                     * @description One artefact that the product of `format` takes, in place of a zip of single files.
                     * @constant
                     */
                    bundle?: true;
                    /** @enum {string} */
                    owner?: "user" | "team";
                    options?: {
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                        /** @description Deployable forms keep the rule's level. Without it a form whose query finds more than its rule has the level one step lower, with a note. */
                        keepLevel?: boolean;
                        /** @description Whether each row of a `savedsearches` form becomes a finding of Splunk Enterprise Security. Without it, with the stack `cim` alone. */
                        enterpriseSecurity?: boolean;
                        /** @description The id of the notification channel of OpenSearch that an `opensearch-monitor` form tells. Without it a monitor tells nobody. */
                        channel?: string;
                    };
                } & ((unknown | (unknown & unknown)) & (unknown | unknown | unknown));
            };
        };
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "application/gzip": string;
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/x-ndjson": string;
                    "application/yaml": string;
                    "text/plain": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ruleKeys: string[];
                    /** @description The forms to ask for; all where none is named. */
                    formats?: (("sigma" | "savedsearches" | "splunk-terraform" | "sentinel-yaml" | "sentinel-arm" | "sentinel-repository" | "sentinel-terraform" | "kibana-ndjson" | "kibana-lucene" | "kibana-terraform" | "opensearch-monitor" | "opensearch-sigma" | "yaral" | "kibana-esql" | "logscale-search" | "cortex-rule" | "eventbridge" | "metric-filter") | (string & {}))[];
                    /** @enum {string} */
                    owner?: "user" | "team";
                    options?: {
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                        /** @description Deployable forms keep the rule's level. Without it a form whose query finds more than its rule has the level one step lower, with a note. */
                        keepLevel?: boolean;
                        /** @description Whether each row of a `savedsearches` form becomes a finding of Splunk Enterprise Security. Without it, with the stack `cim` alone. */
                        enterpriseSecurity?: boolean;
                        /** @description The id of the notification channel of OpenSearch that an `opensearch-monitor` form tells. Without it a monitor tells nobody. */
                        channel?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The forms, in the order asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ExportCheck"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    startBulkJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, new for each request, such as a UUID. For 24 hours, the same request sent again with the same key gets the first answer, and nothing is done twice. A request that failed may be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    action: ("delete" | "state" | "export") | (string & {});
                    /** @description where you and your team both have a rule of a key, it is the team’s */
                    ruleKeys?: string[];
                    /** @description keys that say whose rule they mean, which may be yours and the team’s of one key */
                    rules?: {
                        /** Format: uuid */
                        ruleKey: string;
                        /** @enum {string} */
                        owner?: "user" | "team";
                    }[];
                    /** @description as `GET /v1/rules` takes it; an empty one is all of your rules */
                    filter?: {
                        /** @description an ATT&CK id, or its beginning; that of a technique finds the rules of its sub-techniques too */
                        technique?: string;
                        platform?: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {});
                        /** @enum {string} */
                        level?: "informational" | "low" | "medium" | "high" | "critical";
                        state?: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                        /** @description words that each begin a word of the rule: of its title, description, values, techniques (ids and names), log or advisory */
                        q?: string;
                        /** @enum {string} */
                        owner?: "user" | "team";
                    };
                    /** @description how many rules the filter shows, as `total` of the list said: the job is refused where it is another number by now */
                    expected?: number;
                    /** @description the new state, for the action `state` */
                    state?: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                    /** @description why the rule is rejected; goes with the state `rejected` alone */
                    reason?: {
                        code: ("too_noisy" | "duplicate" | "no_such_log" | "wrong" | "other") | (string & {});
                        /** @description your own words beside the code; needed where the code is `other` */
                        words?: string;
                    };
                    /** @description the forms of an export; `sigma` where none is named */
                    formats?: (("sigma" | "savedsearches" | "splunk-terraform" | "sentinel-yaml" | "sentinel-arm" | "sentinel-repository" | "sentinel-terraform" | "kibana-ndjson" | "kibana-lucene" | "kibana-terraform" | "opensearch-monitor" | "opensearch-sigma" | "yaral" | "kibana-esql" | "logscale-search" | "cortex-rule" | "eventbridge" | "metric-filter") | (string & {}))[];
                    /** @description what the conversions of an export are made with */
                    options?: {
                        /** @description Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none. */
                        pipelines?: (string | {
                            text: string;
                        })[];
                        /** @description A named stack for each backend; `GET /v1/backends` lists them. */
                        stack?: {
                            /** @enum {string} */
                            siem_spl?: "windows_xml" | "cim" | "windows_classic";
                            /** @enum {string} */
                            siem_kql?: "sentinel" | "asim" | "defender_xdr" | "security_event" | "windows_event";
                            /** @enum {string} */
                            siem_lucene?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_udm?: "parsers";
                            /** @constant */
                            siem_dql?: "security_analytics";
                            /** @constant */
                            siem_yaral?: "parsers";
                            /** @enum {string} */
                            siem_esql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @enum {string} */
                            siem_eql?: "elastic_agent" | "elastic_defend" | "winlogbeat";
                            /** @constant */
                            siem_cql?: "falcon";
                            /** @constant */
                            siem_xql?: "xdr";
                        };
                        /** @description Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes. */
                        builtInMaps?: boolean;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                        /** @description Deployable forms keep the rule's level. Without it a form whose query finds more than its rule has the level one step lower, with a note. */
                        keepLevel?: boolean;
                        /** @description Whether each row of a `savedsearches` form becomes a finding of Splunk Enterprise Security. Without it, with the stack `cim` alone. */
                        enterpriseSecurity?: boolean;
                        /** @description The id of the notification channel of OpenSearch that an `opensearch-monitor` form tells. Without it a monitor tells nobody. */
                        channel?: string;
                    };
                } & (unknown | unknown | unknown);
            };
        };
        responses: {
            /** @description The job is accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            jobId: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBulkJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BulkJob"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBulkFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeletedRules: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the bin. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            rules: components["schemas"]["DeletedRule"][];
                            /** @description how many match the filters, on all pages together */
                            total: number;
                            /** @description hand it back as `cursor` for the next page; null on the last */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    emptyBin: {
        parameters: {
            query?: {
                owner?: "user" | "team";
                ruleKeys?: string;
                all?: true;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are gone for good. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            deleted: number;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description only what is in this owner’s bin; both may have a rule of one key
                     * @enum {string}
                     */
                    owner?: "user" | "team";
                    ruleKeys?: string[];
                    /**
                     * Format: uuid
                     * @description everything that this job deleted, at most 10,000 at once
                     */
                    jobId?: string;
                } & (unknown | unknown);
            };
        };
        responses: {
            /** @description They are back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RuleRestoration"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPipelines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, the oldest first, without their texts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            pipelines: components["schemas"]["PipelineRow"][];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPipeline: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, new for each request, such as a UUID. For 24 hours, the same request sent again with the same key gets the first answer, and nothing is done twice. A request that failed may be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    text: string;
                    /** @default false */
                    default?: boolean;
                    /** @default true */
                    builtInMaps?: boolean;
                };
            };
        };
        responses: {
            /** @description It is saved. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SavedPipeline"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pipeline with its text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Pipeline"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replacePipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    text: string;
                    /** @default false */
                    default?: boolean;
                    /** @default true */
                    builtInMaps?: boolean;
                };
            };
        };
        responses: {
            /** @description The pipeline as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SavedPipeline"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listBackends: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            backends: {
                                id: ("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {});
                                /** @description whether a call that names no backends means it */
                                default: boolean;
                                outputFormat: string;
                                features: {
                                    /** @enum {string} */
                                    wildcards: "yes" | "partial" | "no";
                                    /** @enum {string} */
                                    regex: "yes" | "partial" | "no";
                                    /** @enum {string} */
                                    near: "yes" | "partial" | "no";
                                    /** @enum {string} */
                                    aggregation: "yes" | "partial" | "no";
                                };
                                /** @description where the data of this backend may be: `options.stack` names one, the default is used without it */
                                stacks: {
                                    id: string;
                                    title: string;
                                    data: string;
                                    default: boolean;
                                }[];
                            }[];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPlatforms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The platforms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            platforms: {
                                id: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {});
                                plane: string;
                                logsource: {
                                    product: string;
                                    service?: string;
                                    categories?: string[];
                                };
                                keyFields: string[];
                            }[];
                            /** @description the table of logs: a rule says its `log` by these ids, and `options.targetLogs` of a generation takes them. Those without a platform belong to none of the above */
                            logs: {
                                id: string;
                                name: string;
                                platform: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2" | null) | (string & {});
                            }[];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTeamRules: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                sort?: "created" | "-created" | "updated" | "-updated" | "title" | "-title" | "level" | "-level" | "state" | "-state" | "platform" | "-platform";
                counts?: boolean;
                measures?: boolean;
                sigma?: boolean;
                technique?: string;
                platform?: ("cloud-audit-1" | "cloud-audit-2" | "cloud-audit-3" | "endpoint-sysmon" | "endpoint-security" | "endpoint-powershell" | "endpoint-auditd" | "container-audit" | "identity-1" | "identity-2-signin" | "identity-2-audit" | "waf-1" | "waf-2") | (string & {});
                level?: "informational" | "low" | "medium" | "high" | "critical";
                state?: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                q?: string;
                createdBy?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            rules: components["schemas"]["RuleRow"][];
                            /** @description hand it back as `cursor` for the next page; null on the last */
                            nextCursor: string | null;
                            /** @description how many rules fit, counted up to 10,000 */
                            total: number;
                            /** @description whether there are more than were counted */
                            moreThanTotal: boolean;
                            /** @description with `counts`: how many rules the list would have with each value in place of the one that it is narrowed to; null otherwise, and where more than 10,000 would have to be counted */
                            counts: {
                                level: {
                                    value: string;
                                    count: number;
                                }[];
                                platform: {
                                    value: string;
                                    count: number;
                                }[];
                                state: {
                                    value: string;
                                    count: number;
                                }[];
                            } | null;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    moveRulesToTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ruleKeys?: string[];
                    /** @constant */
                    all?: true;
                } & (unknown | unknown);
            };
        };
        responses: {
            /** @description What was moved, and what was not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RuleMove"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTeamRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ruleKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule in its newest version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTeamAnalytics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics at this moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            totalRules: number;
                            rulesLast30Days: number;
                            /** @description the ten most frequent, most frequent first; a sub-technique is counted apart from its parent */
                            topTechniques: {
                                id: string;
                                name: string | null;
                                count: number;
                            }[];
                            /** @description by platform id; "none" for rules of no known platform */
                            rulesByPlatform: {
                                [key: string]: number;
                            };
                            /** @description by level */
                            rulesByLevel: {
                                [key: string]: number;
                            };
                            memberActivity: {
                                /** Format: uuid */
                                userId: string;
                                email: string | null;
                                /** @description null for a former member whose rules the team still has */
                                role: string | null;
                                rulesGenerated: number;
                                /**
                                 * Format: date-time
                                 * @description their last recorded action in the team
                                 */
                                lastActiveAt: string | null;
                            }[];
                            rulesPerDay: {
                                date: string;
                                count: number;
                            }[];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                format?: "json" | "csv";
                from?: string;
                to?: string;
                action?: string;
                actor?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, or the file as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            events: {
                                /** Format: uuid */
                                id: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC with milliseconds and Z
                                 */
                                at: string;
                                /** @description a user, `admin` for the operator, or `schedule` for scans that a schedule began */
                                actorId: string | null;
                                actorEmail: string | null;
                                action: string;
                                targetType: string | null;
                                targetId: string | null;
                                outcome: ("success" | "refused" | "failure") | (string & {});
                                ip: string | null;
                                userAgent: string | null;
                                details: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description hand it back as `cursor` for the next page; null on the last */
                            nextCursor: string | null;
                        };
                    };
                    "text/csv": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    verifyAuditLog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            intact: boolean;
                            /** @description where the log differs from its seals; at most 100 */
                            faults: {
                                kind: ("event_changed" | "event_removed" | "event_added" | "seal_changed" | "seal_removed") | (string & {});
                                /** @description its place in the chain, from 1; null for an event that no seal holds */
                                seal: number | null;
                                /**
                                 * Format: date-time
                                 * @description the minute of the seal or the event
                                 */
                                minute: string | null;
                                /**
                                 * Format: uuid
                                 * @description null where the seal itself is at fault
                                 */
                                eventId: string | null;
                            }[];
                            sealedEvents: number;
                            /** @description events of the last minute or two, which no seal holds yet */
                            unsealedEvents: number;
                            /** @description events that keep only the id of somebody whose account was deleted long ago */
                            redactedEvents: number;
                            /** @description the end of the chain; kept elsewhere, it shows later whether the whole chain was made anew */
                            head: {
                                position: number;
                                hash: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC with milliseconds and Z
                                 */
                                sealedAt: string;
                            } | null;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            keys: components["schemas"]["ApiKey"][];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description When the key ends: an ISO 8601 date and time with a zone, at most 10 years ahead. Without it, never. */
                    expiresAt?: string | null;
                    /** @description What the key may be used for. Without it, everything that keys may. */
                    scopes?: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
                    /** @description Addresses and CIDR networks, IPv4 and IPv6, that the key may be used from. Without it, anywhere. */
                    allowedIps?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The key; it is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            key: string;
                            prefix: string;
                            name: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            expiresAt: string | null;
                            scopes: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
                            /** @description Null: from anywhere. */
                            allowedIps: string[] | null;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportLeakedKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    token: string;
                    /** @default  */
                    url?: string | null;
                } & {
                    [key: string]: unknown;
                })[];
            };
        };
        responses: {
            /** @description The list was received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prefix: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old key stays good beside the new one. Without it, the old one ends at once.
                     * @default 0
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description The new key; it is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            key: string;
                            prefix: string;
                            name: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            expiresAt: string | null;
                            scopes: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
                            /** @description Null: from anywhere. */
                            allowedIps: string[] | null;
                            replaces: {
                                prefix: string;
                                /**
                                 * Format: date-time
                                 * @description When the old key ends; null when it has ended.
                                 */
                                endsAt: string | null;
                            };
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your team */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Team"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Make a team */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Team"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End the team */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    renameTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    requireSecondFactor?: boolean;
                };
            };
        };
        responses: {
            /** @description Change the team */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Team"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    inviteToTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: idn-email */
                    email: string;
                    /** @default member */
                    role?: ("member" | "admin") | (string & {});
                };
            };
        };
        responses: {
            /** @description Invite an address */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Invitation"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Accept an invitation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Team"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    declineInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Decline an invitation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraw an invitation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setMemberRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    role: ("member" | "admin") | (string & {});
                };
            };
        };
        responses: {
            /** @description Change the role of a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TeamMember"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    leaveTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Leave the team */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    transferTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    userId: string;
                };
            };
        };
        responses: {
            /** @description Transfer the team to another member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Team"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the service accounts of the team */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            serviceAccounts: components["schemas"]["ServiceAccount"][];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Make a service account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ServiceAccount"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a service account and its keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listServiceAccountKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the active keys of a service account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            keys: components["schemas"]["ApiKey"][];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createServiceAccountKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description When the key ends: an ISO 8601 date and time with a zone, at most 10 years ahead. Without it, never. */
                    expiresAt?: string | null;
                    /** @description What the key may be used for. Without it, everything that keys may. */
                    scopes?: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
                    /** @description Addresses and CIDR networks, IPv4 and IPv6, that the key may be used from. Without it, anywhere. */
                    allowedIps?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Make a key of a service account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            key: string;
                            prefix: string;
                            name: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            expiresAt: string | null;
                            scopes: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
                            /** @description Null: from anywhere. */
                            allowedIps: string[] | null;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeServiceAccountKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoke a key of a service account for good */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            webhooks: components["schemas"]["Webhook"][];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where events are posted to. Redirects are not followed.
                     */
                    url: string;
                    events: (("generation.finished" | "audit.recorded") | (string & {}))[];
                    /** @default  */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description The webhook with its secret, which is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            description: string;
                            events: (("generation.finished" | "audit.recorded") | (string & {}))[];
                            /** @description false: told of nothing. A receiver that answers with 410 is switched off. */
                            active: boolean;
                            /**
                             * Format: date-time
                             * @description until when the secret before the one in use signs too; null where there is none
                             */
                            previousUntil: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            createdAt: string;
                            /** @description for your side to check the signatures with, by Standard Webhooks */
                            secret: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where events are posted to. Redirects are not followed.
                     */
                    url?: string;
                    events?: (("generation.finished" | "audit.recorded") | (string & {}))[];
                    description?: string;
                    /** @description One that is switched off is told of nothing, and what waits for it has failed. */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret, which is shown only once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            description: string;
                            events: (("generation.finished" | "audit.recorded") | (string & {}))[];
                            /** @description false: told of nothing. A receiver that answers with 410 is switched off. */
                            active: boolean;
                            /**
                             * Format: date-time
                             * @description until when the secret before the one in use signs too; null where there is none
                             */
                            previousUntil: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            createdAt: string;
                            /** @description for your side to check the signatures with, by Standard Webhooks */
                            secret: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The type of the example; without it, the first that the webhook is told of. */
                    event?: ("generation.finished" | "audit.recorded") | (string & {});
                };
            };
        };
        responses: {
            /** @description It is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                state?: ("pending" | "delivered" | "failed") | (string & {});
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            deliveries: components["schemas"]["WebhookDelivery"][];
                            total: number;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: idn-email */
                    email: string;
                    password: string;
                    invitation?: string;
                };
            };
        };
        responses: {
            /** @description Make an account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            email: string;
                            emailVerified: boolean;
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: idn-email */
                    email: string;
                    password: string;
                    deviceToken?: string;
                };
            };
        };
        responses: {
            /** @description Sign in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"] | components["schemas"]["SecondFactorNeeded"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signInByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    deviceToken?: string;
                };
            };
        };
        responses: {
            /** @description Sign in by a link of the operator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"] | components["schemas"]["SecondFactorNeeded"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    completeSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ticket: string;
                    code?: string;
                    recoveryCode?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        authenticatorAttachment?: string | null;
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                            attestationObject?: string | null;
                        };
                    };
                    deviceToken?: string;
                } & (unknown | unknown | unknown);
            };
        };
        responses: {
            /** @description Complete a sign-in with a second factor */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A ticket, and what the browser signs by. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description to be sent back with the browser’s answer, within 5 minutes */
                            ticket: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            expiresAt: string;
                            publicKey: components["schemas"]["PasskeyRequestOptions"];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signInByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ticket: string;
                    passkey: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        authenticatorAttachment?: string | null;
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                            attestationObject?: string | null;
                        };
                    };
                    deviceToken?: string;
                };
            };
        };
        responses: {
            /** @description Sign in by passkey alone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    refreshToken?: string;
                };
            };
        };
        responses: {
            /** @description Exchange a refresh token for new tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    refreshToken?: string;
                };
            };
        };
        responses: {
            /** @description End the session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Verify an e-mail address with the token of the mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: idn-email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Ask for a mail to set a new password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                            /** @description in development without SMTP: what the mail would say */
                            resetToken?: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Set a new password with the token of the mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Change the password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Profile, tiers, limits, usage and team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Profile"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                };
            };
        };
        responses: {
            /** @description The account is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description The profile as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Profile"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your sessions that have not ended, the last used first; at most 100. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            sessions: {
                                /** Format: uuid */
                                id: string;
                                /** @description browser and operating system, or program, as its User-Agent header says */
                                device: string | null;
                                /** @description the address it was last used from */
                                ip: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC with milliseconds and Z
                                 */
                                createdAt: string;
                                /**
                                 * Format: date-time
                                 * @description when it last got new tokens; a client at work does so every 15 minutes
                                 */
                                lastUsedAt: string;
                                /** @description whether the token of this request belongs to it */
                                current: boolean;
                            }[];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They have ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your second factors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Factors"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    enrolTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Enrol an authenticator app */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description in base32, for typing in */
                            secret: string;
                            /** @description for a QR code */
                            url: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove the authenticator app */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Confirm the authenticator app by its first code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                            /** @description good once each, in place of a second factor; shown this once */
                            recoveryCodes?: string[];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begin to add a passkey */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description to be sent back with the browser’s answer, within 5 minutes */
                            ticket: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            expiresAt: string;
                            publicKey: components["schemas"]["PasskeyCreationOptions"];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ticket: string;
                    name: string;
                    passkey: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        authenticatorAttachment?: string | null;
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        response: {
                            clientDataJSON: string;
                            attestationObject: string;
                            authenticatorData?: string;
                            publicKey?: string | null;
                            publicKeyAlgorithm?: number;
                            transports?: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Add the passkey that the browser made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            passkey: components["schemas"]["Passkey"];
                            /** @description good once each, in place of a second factor; shown this once */
                            recoveryCodes?: string[];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a passkey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            message: string;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Make recovery codes anew */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description good once each, in place of a second factor; shown this once */
                            recoveryCodes: string[];
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSignInWays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to sign in and to get an account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description with an address and a password of this service */
                            password: boolean;
                            /** @description with a passkey alone */
                            passkey: boolean;
                            /** @description through an identity provider: `GET /v1/auth/oidc/start` */
                            identityProvider: boolean;
                            /** @description who may make an account with a password */
                            signUp: ("open" | "invited" | "closed") | (string & {});
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    startOutsideSignIn: {
        parameters: {
            query?: {
                returnTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A redirect to the identity provider. */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    finishOutsideSignIn: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                iss?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in; a redirect to the page that was asked for. */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMySiems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your choice, the team’s, and which of them holds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MySiems"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setMySiems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    siems: {
                        id: ("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {});
                        /** @description a stack of it, as `GET /v1/backends` lists them */
                        stack?: string;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The choice as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MySiems"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTeamSiems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team’s choice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TeamSiems"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setTeamSiems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    siems: {
                        id: ("siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql") | (string & {});
                        /** @description a stack of it, as `GET /v1/backends` lists them */
                        stack?: string;
                        /** @description Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch. */
                        index?: string;
                        /** @description Splunk's source type. */
                        sourcetype?: string;
                        /** @description The table of Sentinel or Defender XDR. */
                        table?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The team’s choice as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TeamSiems"];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setUserTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    tier: ("free" | "individual" | "pro" | "team" | "enterprise") | (string & {});
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The tier as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            email: string;
                            tier: ("free" | "individual" | "pro" | "team" | "enterprise") | (string & {});
                            effectiveTier: ("free" | "individual" | "pro" | "team" | "enterprise") | (string & {});
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds and Z
                             */
                            expiresAt: string | null;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
