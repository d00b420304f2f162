"""The sentences of L6 to L12, Sense, the non-goals and text that deceives, in the form of `_sentences_commands`."""

from __future__ import annotations

TEXT = """
L6.1 A write that must not fire from a hallucinated turn declares confirm; one that does not says so outright.
    L6-ungated-write L6-open-write
    tests/runtime/test_runtime_gate.py::test_a_write_that_does_not_say_is_gated
L6.2 Confirm is asked of writes, and of connect, which a person runs.
    L6-read-confirm L6-connect-row
    tests/runtime/test_runtime_person.py::test_connect_hands_over_the_terminal
L6.3 It is `--confirm` or `--apply` on one face and `confirm: true` on the other, and nothing else.
    L2-reserved-argument L6-own-confirm tests/runtime/test_runtime_gate.py::test_only_true_confirms
    tests/runtime/test_runtime_gate.py::test_a_confirm_is_heard_once
L6.4 The runtime checks it before any Adapter runs, whoever invokes.
    tests/runtime/test_runtime_gate.py::test_the_confirm_is_asked_in_mock_mode_too
    tests/proof/test_proof_steps.py::test_the_deny_starts_neither_program_nor_probe_on_either_face
L6.5 A dry run is still a write.
    L6-dry-run-read
L6.6 What is classed as a read changes nothing, by its name, its argv or the function behind it.
    L6-read-named-write L6-read-that-writes L6-read-function-writes
    tests/runtime/test_runtime_hardening.py::test_no_write_hides_behind_builtin_or_a_health_verb
L6.7 Health commands report and never mint, and a probe changes nothing.
    L6-health-write L6-health-mints L6-probe-writes L6-builtin L6-read-function-writes
    tests/runtime/test_runtime_hub.py::test_doctor_reports_and_never_mints
L6.8 Health commands exit 0 for ok, 2 for warn and 1 for fail.
    tests/runtime/test_runtime_hub.py::test_a_wrapped_health_verb_reports_by_exit_status
L7.1 Inbound commands and outbound triggers never merge into one tool: a trigger cannot run a command.
    S-ref-is-verb S-imperative-ref S-stimulus-write S-trigger-runs S-emitter-executes
    tests/runtime/test_runtime_isolation.py::test_no_chain_of_imports_leads_from_sense_to_execute
    tests/runtime/test_runtime_isolation.py::test_the_interpreter_sees_an_announce_start_and_import_nothing_of_execute
L7.2 Both share Policy, Binding and Principal.
    S-land-differs L10-stimulus-without-row
    tests/runtime/test_runtime_sense.py::test_on_means_recorded_with_all_attributes
L7.3 An Invoker that reacts to a trigger still goes through Execute.
    S-trigger-runs tests/runtime/test_runtime_sense.py::test_off_means_dropped_and_execute_unchanged
L8.1 A trigger cannot mint credentials or bypass Binding.
    S-emitter-mints L11-runtime-internals
    tests/runtime/test_runtime_isolation.py::test_no_chain_of_imports_leads_from_sense_to_execute
L8.2 Calling a command again and again is Execute, and no Sense.
    S-emitter-polls S-ref-of-verb S-poll-ref
L8.3 Recording mints, spends and runs nothing.
    tests/runtime/test_runtime_isolation.py::test_the_interpreter_sees_an_announce_start_and_import_nothing_of_execute
L8.4 Uptime monitors, refresh timers and control-plane ticks are no pack triggers.
    S-poll-ref S-control-trigger
L9.1 Admin, fleet and operator programs run in a second pack on the control plane.
    L9-operator-verb L9-kind-and-plane
L9.2 That pack's Binding is `mothership`, by default and in all its modes.
    L9-mothership-default L9-operator-modes
L9.3 It is never silently there for an end-user Principal, and no end-user pack gets its credentials.
    L9-operator-modes tests/runtime/test_runtime_gate.py::test_control_plane_is_for_operators
    tests/runtime/test_runtime_hub.py::test_mothership_is_for_an_operators_session
L9.4 It is not taken for its runtime pack.
    L9-control-pack-name
L10.1 Every command and every trigger has a Policy row.
    L10-verb-without-row L10-stimulus-without-row
    tests/runtime/test_runtime_gate.py::test_a_verb_without_a_row_never_runs
L10.2 Every row has its command or trigger.
    L10-row-without-verb L10-row-without-trigger
L10.3 HARNESS.md is there, and is one screen.
    L10-missing-skill L10-too-long
L10.4 It teaches the declared commands, as surface.json and policy.json have them now.
    L10-no-markers L10-markers L10-stale-table L2-unknown-command
L10.5 It has a lead, a hot-path table, copy-paste examples, anti-patterns and pointers.
    L10-missing-part L10-no-markers L2-example-args
L10.6 Nothing that the laws refuse is taught: mock or a token by environment, MCP as the way in, a download that is run.
    L10-teaches-otherwise
L11.1 One runtime evaluates Policy and Binding, and no pack brings another.
    L11-runtime-modified tests/proof/test_prove_command.py::test_a_strangers_code_is_not_run_without_trust
L11.2 Each caller carries a Principal whose grants the runtime evaluates; a pack hands out none.
    L11-grant-in-pack L11-invoker-file
    tests/runtime/test_runtime_gate.py::test_the_execute_grant
    tests/runtime/test_runtime_session.py::test_sessions_that_cannot_be_used
L11.3 Nobody adds an auth or a policy of their own for a command: it has one row.
    L11-policy-in-surface L11-second-policy L11-runtime-internals L11-own-policy
L11.4 What was reviewed is what runs: nobody else may write to it.
    L11-open-file
L12.1 The pack proves itself with a script that CI can run, the same for every pack.
    L12-missing-proof L12-unknown-proof L12-unheeded-proof L12-proof-not-run
L12.2 The proof covers what the pack promises: a read, a gated write, a live deny, both announces with Sense.
    L12-proof-disagrees tests/proof/test_proof_steps.py::test_each_kind_proves_itself_with_the_steps_of_its_kind
    tests/proof/test_proof_steps.py::test_the_deny_starts_neither_program_nor_probe_on_either_face
L12.3 A pack id maps to one maintained repository.
    L12-pack-in-pack L2-pack-id-differs L2-duplicate-pack-id
L12.4 Lint is one step of the proof, and never skipped in silence.
    L12-unheeded-proof
    tests/proof/test_proof_script.py::test_where_hcp_author_is_absent_the_lint_step_fails_and_says_what_to_do
L12.5 A claim in Markdown does not count.
    L12-claim-without-proof
S.1 Refs are lower case, dot-separated and name the fact.
    S-ref-name S-imperative-ref
S.2 A trigger is declared in two places that agree, once in each.
    S-duplicate-ref L10-stimulus-without-row L10-row-without-trigger S-emitter-ref
    tests/runtime/test_runtime_sense.py::test_a_ref_without_a_row_is_dropped
S.3 What an Invoker has to pull is Execute, and no command is overloaded to fake a push.
    S-ref-is-verb S-ref-of-verb
S.4 Polling is no Sense, whatever it is called.
    S-poll-ref S-poll-key S-emitter-polls
S.5 Sense is emit-only: a trigger's row is a read with nothing to confirm.
    S-stimulus-write
S.6 An emit-only pack is `kind: sense_only`, with a trigger and no verbs, and a connect at most.
    S-sense-only-verbs S-sense-only-silent
S.7 A public read pack is Execute only until a real push exists.
    prose
S.8 Control is Execute on a second pack, because operator health is no user inbox.
    S-control-trigger tests/runtime/test_runtime_sense.py::test_control_plane_events_are_an_operators
S.9 The ref `binding.degraded` tells that the pack's own credential went stale.
    S-degraded-without-login
    tests/runtime/test_runtime_sense.py::test_a_binding_that_worked_and_no_longer_does_is_announced_once
S.10 Land follows the data, and is shared with Execute on the same pack.
    S-land-differs L5-unknown-land
S.11 What follows from a trigger is no part of it.
    S-trigger-runs
S.12 How a trigger reaches the runtime, and where it goes from there, the pack does not carry.
    S-delivery-in-pack tests/runtime/test_runtime_sense.py::test_routes
S.13 Nothing polls on behalf of a pack.
    S-poll-key
S.14 An unknown ref is dropped and reported; without the grant every event is dropped.
    tests/runtime/test_runtime_sense.py::test_unknown_refs_are_dropped_and_reported
    tests/runtime/test_runtime_sense.py::test_off_means_dropped_and_execute_unchanged
S.15 A record has Principal, Binding, land, pack and ref, none of them said by the event.
    S-event-key
    tests/runtime/test_runtime_sense.py::test_on_means_recorded_with_all_attributes
    tests/runtime/test_runtime_sense.py::test_an_event_says_no_principal
S.16 Execute is woken only after the sink has recorded.
    tests/runtime/test_runtime_sense.py::test_a_sink_that_fails_is_no_acknowledgement
S.17 Sense is optional on most packs, and never a requirement to emit.
    prose
S.18 Sense replaces no pull command and is no second catalog of packs.
    S-ref-is-verb L12-pack-in-pack
N.1 MCP is an export, and never the install unit.
    N-mcp-install L1-mcp-server
N.2 No tenant, user or role identifiers stand in packs.
    N-tenant-in-pack L5-identity-argument
N.3 A pack has no version.
    N-pack-version
N.4 A pack carries no credentials, and what it names comes with it.
    L4-secret-in-pack L4-secret-file N-path-outside F-link-outside
N.5 UI and A2UI are required of nobody, and `transports` stay optional.
    N-ui-required
N.6 There is no signed registry yet.
    N-registry
N.7 Product schemas are no part of the core types.
    N-product-types
N.8 There is no verb ontology: read and write are the only classes.
    N-verb-ontology
N.9 No split of client and server is mandated.
    N-network-split
N.10 Teaching packs and capability packs are not merged.
    N-teaching-pack N-skill-file
N.11 Nothing is looked up on PATH, and nothing polls on behalf of packs.
    N-path-lookup N-private-path N-other-program S-poll-key
N.12 The specification names no vendors.
    prose
T.1 What a reviewer sees is what an agent reads.
    T-hidden-character T-hidden-character-in-file
T.2 No text of a pack speaks to the agent around the gate; what does is found in part, and the gate reads no text.
    T-agent-directed-text T-agent-directed-skill T-agent-directed-file
T.3 A page hides nothing that its file says, in a comment, an unseen element or a code that has to be decoded.
    T-hidden-markup T-encoded-text
T.4 Links lead to pages, and reading fetches nothing.
    T-active-link F-link-in-text
T.5 A word is spelt in the letters that it seems to be spelt in.
    T-look-alike-letters
T.6 A name is taken for no other.
    F-look-alike-file F-colliding-files L2-look-alike-verbs S-ref-name
"""
