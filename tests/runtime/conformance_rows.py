"""Each sentence of both spec pages that binds a runtime, in the order of the pages, in our words, and its tests.

`#` is a page, `##` its section; a line without an indent is a sentence, the indented lines below it name the tests.
"""

from __future__ import annotations

TEXT = """
# Design principles
## L1: The CLI is the harness
Every command has a CLI face, and with `--json` it prints one structured document.
    tests/runtime/test_runtime_gate.py::test_the_result_envelope_has_its_fields
    tests/runtime/test_runtime_output.py::test_kinds_of_output
People, CI and agents use that same face.
    tests/runtime/test_runtime_argv.py::test_the_command_line_makes_the_same_argv
    tests/runtime/test_runtime_conformance.py::test_whoever_invokes_is_asked_for_the_confirm
## L2: The twin face is identity
The command line and the envelope are one command under one Policy, Binding and Adapter.
    tests/runtime/test_runtime_gate.py::test_both_faces_answer_alike
    tests/runtime/test_runtime_python.py::test_both_faces_write_to_one_store
    tests/proof/test_proof_steps.py::test_every_verb_answers_both_faces_alike_what_is_built_in_among_them
`verb_key` is the command's name on both, and there is no other.
    tests/runtime/test_runtime_conformance.py::test_a_command_has_one_name_on_both_faces
No Invoker has a code path of its own: both faces know the gate, and neither knows what lies behind it.
    tests/runtime/test_runtime_conformance.py::test_neither_face_knows_the_adapter_or_the_hub
Nor an auth or an audit of its own.
    tests/runtime/test_runtime_conformance.py::test_both_faces_leave_the_same_trail
    tests/runtime/test_runtime_promises.py::test_a_line_of_the_audit_says_whose_call_it_was_and_in_which_project
    tests/runtime/test_runtime_audit.py::test_what_a_face_refuses_before_the_gate_is_noted_too
## L3: Named commands, never a PATH wrap
The set of commands is closed: what is not declared is refused, and nothing starts.
    tests/runtime/test_runtime_gate.py::test_wrong_use_has_exact_words
    tests/proof/test_proof_steps.py::test_each_kind_proves_itself_with_the_steps_of_its_kind
    tests/runtime/test_runtime_person.py::test_a_pack_with_named_commands_passes_nothing_through
    tests/runtime/test_runtime_gate.py::test_a_pack_that_cannot_be_trusted_is_refused_whole
An argument is data: it becomes no option and no second command.
    tests/runtime/test_runtime_argv.py::test_text_arrives_as_one_element
    tests/runtime/test_runtime_argv.py::test_option_like_values_are_refused
    tests/runtime/test_runtime_argv.py::test_option_like_items_are_named
    tests/runtime/test_runtime_argv.py::test_every_kind_of_element
    tests/runtime/test_runtime_hardening.py::test_an_option_without_a_name_would_let_its_argument_choose_one
    tests/runtime/test_runtime_hardening.py::test_an_empty_value_does_not_let_an_option_eat_the_next_word
    tests/runtime/test_runtime_hardening.py::test_a_file_reference_in_any_dress
    tests/runtime/test_runtime_hardening.py::test_an_operand_does_not_begin_with_a_mark_of_its_command
A pass-through is a step on the way: a person with confirm may use it, nobody else.
    tests/runtime/test_runtime_person.py::test_pass_through_is_for_a_person_with_confirm
    tests/runtime/test_runtime_person.py::test_pass_through_is_refused_to_everyone_else
    tests/runtime/test_runtime_person.py::test_half_a_terminal_is_none
## L4: Binding mints
A call has a Binding mode that the pack declares.
    tests/runtime/test_runtime_gate.py::test_undeclared_binding_modes_are_refused
The hub mints the credential, and it reaches the child alone.
    tests/runtime/test_runtime_hub.py::test_a_minted_secret_gets_to_the_child_and_nowhere_else
    tests/runtime/test_runtime_hub.py::test_a_secret_by_descriptor_is_in_no_environment
    tests/runtime/test_runtime_attacks.py::test_a_minted_secret_is_told_to_nobody
    tests/runtime/test_runtime_hub.py::test_a_helper_that_everybody_can_change_is_not_asked
Exec fails closed when the mint fails.
    tests/runtime/test_runtime_hub.py::test_a_mint_that_fails
    tests/runtime/test_runtime_hub.py::test_a_probe_that_fails_stops_the_call
    tests/runtime/test_runtime_conformance.py::test_a_mint_that_fails_falls_back_to_no_other_mode
    tests/runtime/test_runtime_hub_promises.py::test_a_secret_that_no_child_can_be_handed_is_none
    tests/runtime/test_runtime_hub_promises.py::test_a_probe_is_asked_anew_where_what_it_depends_on_changed
    tests/runtime/test_runtime_hub.py::test_user_without_probe_or_secrets_never_runs
    tests/runtime/test_runtime_hub.py::test_a_probe_that_passed_is_believed_for_a_minute
    tests/runtime/test_runtime_hub.py::test_mothership_is_for_an_operators_session
    tests/runtime/test_runtime_hub.py::test_configuration_that_others_can_write_is_refused
No token of the environment stands in for a mint.
    tests/runtime/test_runtime_conformance.py::test_a_token_of_the_environment_saves_no_mint_that_failed
    tests/runtime/test_runtime_adapter.py::test_the_environment_is_ours
    tests/runtime/test_runtime_adapter.py::test_declared_settings_come_from_the_users_configuration_alone
    tests/runtime/test_runtime_hub.py::test_a_mint_that_fails
Mock mode is said in the envelope, and the answer says it too.
    tests/runtime/test_runtime_gate.py::test_the_result_envelope_has_its_fields
Mock mode is never a flag of the environment: such a variable is refused by name.
    tests/runtime/test_runtime_gate.py::test_a_variable_cannot_choose_the_binding
    tests/runtime/test_runtime_promises.py::test_a_connect_that_may_not_be_is_not_even_asked_for
No variable that a pack sets makes the program run something else.
    tests/runtime/test_runtime_hardening.py::test_variables_that_make_programs_run_other_things_are_not_set
A secret does not leak into what is kept or told, and escapes no audit.
    tests/runtime/test_runtime_audit.py::test_no_value_of_an_argument_is_in_it
    tests/runtime/test_runtime_output.py::test_redaction_knows_the_forms_of_a_secret
    tests/runtime/test_runtime_promises.py::test_the_audit_is_for_its_user_alone
    tests/runtime/test_runtime_hub.py::test_a_minted_secret_gets_to_the_child_and_nowhere_else
    tests/runtime/test_runtime_audit.py::test_a_word_that_names_no_verb_or_mode_is_not_in_it
    tests/runtime/test_runtime_person.py::test_pass_through_is_for_a_person_with_confirm
## L5: Three lands
The lands are `personal`, `brain` and `local`; a row with another is refused.
    tests/runtime/test_runtime_conformance.py::test_a_land_that_is_none_of_the_three_is_refused
`brain` requires a project of the session's.
    tests/runtime/test_runtime_gate.py::test_brain_needs_a_project
`local` is the workspace, and what leaves it is refused.
    tests/runtime/test_runtime_workspace.py::test_paths_that_leave
    tests/runtime/test_runtime_workspace.py::test_the_sessions_workspace_is_the_bound
    tests/runtime/test_runtime_workspace.py::test_a_link_put_there_later
    tests/runtime/test_runtime_workspace.py::test_an_operand_of_any_name_is_no_way_out
    tests/runtime/test_runtime_workspace.py::test_what_stands_behind_an_option_is_no_way_out
Principal and project come from the session alone.
    tests/runtime/test_runtime_session.py::test_the_environment_names_no_principal
    tests/runtime/test_runtime_conformance.py::test_an_invoker_brings_no_principal_policy_grant_or_credential
    tests/runtime/test_runtime_session.py::test_a_session_others_may_write_or_read
    tests/runtime/test_runtime_session.py::test_a_session_in_the_workspace_that_a_call_would_use
An entity argument picks within the Binding, and makes the caller no other.
    tests/runtime/test_runtime_conformance.py::test_an_entity_is_an_argument_and_the_principal_stays
    tests/runtime/test_runtime_python.py::test_a_function_is_called_with_args_and_ctx
No user reaches another's data: a sink shows each Principal their own.
    tests/ingress/test_ingress_queues.py::test_records_of_a_shared_project_come_to_its_members_alone
    tests/runtime/test_runtime_sense_promises.py::test_one_principals_event_is_not_anothers
## L6: Writes are gated
A row that does not say whether a write is gated is gated.
    tests/runtime/test_runtime_gate.py::test_a_write_that_does_not_say_is_gated
It is `--confirm` or `--apply` on the command line.
    tests/runtime/test_runtime_conformance.py::test_confirm_and_apply_are_the_words_of_the_command_line
    tests/runtime/test_runtime_gate.py::test_a_confirm_is_heard_once
    tests/runtime/test_runtime_conformance.py::test_whoever_invokes_is_asked_for_the_confirm
It is the JSON value true in the envelope, and nothing like it.
    tests/runtime/test_runtime_gate.py::test_only_true_confirms
    tests/runtime/test_runtime_gate.py::test_confirm_as_text_or_number_is_told_apart
    tests/runtime/test_runtime_gate.py::test_the_json_face_takes_no_confirm_from_argv
    tests/runtime/test_runtime_promises.py::test_nothing_beside_the_envelope_says_confirm_or_binding
    tests/runtime/test_runtime_conformance.py::test_whoever_invokes_is_asked_for_the_confirm
It is checked before any Adapter, probe or helper runs.
    tests/proof/test_proof_steps.py::test_the_deny_starts_neither_program_nor_probe_on_either_face
    tests/runtime/test_runtime_gate.py::test_the_confirm_is_asked_in_mock_mode_too
    tests/runtime/test_runtime_promises.py::test_a_call_that_is_wrong_at_every_step_is_refused_in_their_order
It is checked whoever invokes.
    tests/runtime/test_runtime_conformance.py::test_whoever_invokes_is_asked_for_the_confirm
A dry run is still a write.
    tests/runtime/test_runtime_conformance.py::test_a_dry_run_asks_like_any_write_and_is_noted_as_one
    tests/proof/test_proof_fails.py::test_a_dry_run_that_is_none_fails_the_proof
A dry run keeps nothing.
    tests/proof/test_proof_steps.py::test_a_dry_run_asks_and_reaches_the_program_as_one_and_keeps_nothing
    tests/proof/test_proof_dry_run.py::test_a_dry_run_that_keeps_something_is_noticed
Health commands report, and never mint.
    tests/runtime/test_runtime_hub.py::test_doctor_reports_and_never_mints
    tests/runtime/test_runtime_hardening.py::test_no_write_hides_behind_builtin_or_a_health_verb
    tests/runtime/test_runtime_hub.py::test_a_wrapped_health_verb_reports_by_exit_status
    tests/runtime/test_runtime_python.py::test_the_probe_is_the_login
They exit 0 for ok, 2 for warn and 1 for fail.
    tests/runtime/test_runtime_hub.py::test_a_wrapped_health_verb_reports_by_exit_status
    tests/runtime/test_runtime_hub.py::test_doctor_warns_of_what_it_cannot_ask
    tests/runtime/test_runtime_python.py::test_the_probe_is_the_login
## L7: Two loops on one pack
Commands and triggers share Policy, Binding and Principal.
    tests/runtime/test_runtime_sense.py::test_on_means_recorded_with_all_attributes
A trigger cannot run a command.
    tests/runtime/test_runtime_isolation.py::test_no_chain_of_imports_leads_from_sense_to_execute
    tests/runtime/test_runtime_isolation.py::test_the_interpreter_sees_an_announce_start_and_import_nothing_of_execute
An Invoker that reacts to one goes through Execute.
    tests/runtime/test_runtime_conformance.py::test_one_who_reads_the_sink_executes_by_a_grant_of_his_own_and_is_asked
## L8: Sense must not mint, and polling is not Sense
A trigger mints nothing and goes around no Binding.
    tests/runtime/test_runtime_isolation.py::test_no_chain_of_imports_leads_from_sense_to_execute
    tests/runtime/test_runtime_python.py::test_the_emitter_records_what_it_yields
Calling a command again and again is Execute: the sink hears nothing of it.
    tests/runtime/test_runtime_conformance.py::test_asking_again_and_again_is_no_sense
No timer, monitor or tick of the runtime's own becomes an event.
    tests/runtime/test_runtime_conformance.py::test_nothing_in_the_runtime_or_its_ingress_asks_a_verb_by_the_clock
    tests/runtime/test_runtime_sense_promises.py::test_an_idle_listener_and_an_idle_pack_announce_nothing_and_run_no_verb
## L9: Control and runtime are two packs
A control pack answers operators alone.
    tests/runtime/test_runtime_gate.py::test_control_plane_is_for_operators
    tests/runtime/test_runtime_promises.py::test_a_connect_of_a_control_pack_is_an_operators
    tests/runtime/test_runtime_promises.py::test_a_connect_that_may_not_be_is_not_even_asked_for
Its credential is minted in an operator's session alone, and no end user inherits it.
    tests/runtime/test_runtime_hub.py::test_mothership_is_for_an_operators_session
A program that happens to be on PATH is not found by its name.
    tests/runtime/test_runtime_adapter.py::test_the_program_is_never_looked_up
    tests/runtime/test_runtime_adapter.py::test_where_it_runs
## L10: Policy covers everything
A command without a row does not run.
    tests/runtime/test_runtime_gate.py::test_a_verb_without_a_row_never_runs
    tests/runtime/test_runtime_promises.py::test_a_connect_that_may_not_be_is_not_even_asked_for
A trigger without a row is not delivered, nor a row without a trigger.
    tests/runtime/test_runtime_sense.py::test_a_ref_without_a_row_is_dropped
    tests/runtime/test_runtime_conformance.py::test_a_row_without_a_trigger_is_dropped
## L11: Invokers never redefine Policy or Binding
Each call carries a Principal, and the runtime evaluates the grants.
    tests/runtime/test_runtime_gate.py::test_the_execute_grant
    tests/runtime/test_runtime_session.py::test_sessions_that_cannot_be_used
    tests/runtime/test_runtime_promises.py::test_a_connect_that_may_not_be_is_not_even_asked_for
No Invoker brings a policy, a grant or a credential along.
    tests/runtime/test_runtime_conformance.py::test_an_invoker_brings_no_principal_policy_grant_or_credential
No pack brings a runtime of its own.
    tests/proof/test_prove_command.py::test_a_strangers_code_is_not_run_without_trust
    tests/proof/test_proof_runtime.py::test_a_changed_runtime_fails_the_proof_and_is_not_started
## L12: Proof is a script
It shows lint, a read, a gated write, a live deny and, with Sense, both announces.
    tests/proof/test_proof_steps.py::test_each_kind_proves_itself_with_the_steps_of_its_kind
It can fail: whatever is broken, the step that promised it says so.
    tests/proof/test_proof_fails.py::test_a_broken_promise_fails_the_whole_proof
    tests/proof/test_proof_runtime.py::test_a_changed_runtime_is_found_out_by_what_it_does_too
    tests/whole/test_mutation.py::test_all_damage_to_what_new_makes_is_noticed
    tests/whole/test_mutation.py::test_all_damage_to_a_wrap_is_noticed
    tests/proof/test_proof_promises.py::test_what_a_runtime_does_otherwise_is_noticed
    tests/proof/test_proof_fails.py::test_a_changed_declaration_fails_the_proof
    tests/proof/test_proof_fails.py::test_a_case_that_does_not_fit_its_verb_fails_the_proof
Lint is one of its steps, and is never left out in silence.
    tests/proof/test_proof_script.py::test_where_hcp_author_is_absent_the_lint_step_fails_and_says_what_to_do
## Non-goals
Names are not looked up on the host's PATH.
    tests/runtime/test_runtime_adapter.py::test_the_program_is_never_looked_up
The runtime polls on behalf of no pack.
    tests/runtime/test_runtime_conformance.py::test_nothing_in_the_runtime_or_its_ingress_asks_a_verb_by_the_clock
    tests/runtime/test_runtime_sense_promises.py::test_an_idle_listener_and_an_idle_pack_announce_nothing_and_run_no_verb
The smallest useful runtime is a call: no server is needed.
    tests/runtime/test_runtime_launcher.py::test_the_runtime_imports_itself_and_the_standard_library_alone
# Sense
## Isolation
Sense shares Policy, Binding and land with Execute on the same pack.
    tests/runtime/test_runtime_sense.py::test_on_means_recorded_with_all_attributes
It fails closed on an unknown ref.
    tests/runtime/test_runtime_sense.py::test_unknown_refs_are_dropped_and_reported
It fails closed where `sense.enable` is off.
    tests/runtime/test_runtime_sense.py::test_off_means_dropped_and_execute_unchanged
    tests/runtime/test_runtime_sense_promises.py::test_a_grant_that_is_turned_off_stops_an_emitter_that_runs
    tests/runtime/test_runtime_sense.py::test_the_grant_of_ones_own_machine
It is optional: a pack without triggers is Execute alone.
    tests/runtime/test_runtime_conformance.py::test_a_pack_without_triggers_is_execute_alone
Execute is woken only after the sink has recorded, and the wake has no power.
    tests/ingress/test_ingress_server.py::test_a_signed_event_is_durable_before_it_is_acknowledged
    tests/ingress/test_ingress_queues.py::test_a_wake_gets_the_number_and_no_power
It mints no credential and goes around no Binding.
    tests/runtime/test_runtime_isolation.py::test_no_chain_of_imports_leads_from_sense_to_execute
    tests/runtime/test_runtime_python.py::test_the_emitter_records_what_it_yields
It treats no polling as Sense.
    tests/runtime/test_runtime_conformance.py::test_asking_again_and_again_is_no_sense
It replaces no pull command: verbs answer as they do without it.
    tests/runtime/test_runtime_conformance.py::test_execute_answers_the_same_with_sense_on_and_off
It is no second catalog: an event says neither pack, land, route nor verb.
    tests/runtime/test_runtime_conformance.py::test_an_announce_says_nothing_of_land_route_or_binding
## Triggers
A ref that is not declared in both places is not delivered.
    tests/runtime/test_runtime_sense.py::test_a_ref_without_a_row_is_dropped
    tests/runtime/test_runtime_conformance.py::test_a_row_without_a_trigger_is_dropped
The sink records each event under its Principal, Binding and land.
    tests/runtime/test_runtime_sense.py::test_on_means_recorded_with_all_attributes
    tests/runtime/test_runtime_sense_promises.py::test_the_same_id_in_another_project_mode_or_ref_is_another_event
A `brain` event is surfaced to members of the project alone.
    tests/ingress/test_ingress_queues.py::test_records_of_a_shared_project_come_to_its_members_alone
    tests/runtime/test_runtime_conformance.py::test_a_shared_trigger_is_recorded_on_its_land
    tests/runtime/test_runtime_sense.py::test_routes
    tests/runtime/test_runtime_sense_promises.py::test_a_shared_event_is_surfaced_to_a_member_alone
## Kinds and composition
Where the pack's credential went stale, `binding.degraded` comes from the hub, with a state.
    tests/runtime/test_runtime_sense.py::test_a_binding_that_worked_and_no_longer_does_is_announced_once
Then a person runs `connect`, on a terminal.
    tests/runtime/test_runtime_person.py::test_connect_hands_over_the_terminal
    tests/runtime/test_runtime_person.py::test_connect_is_no_verb
    tests/runtime/test_runtime_promises.py::test_a_connect_that_may_not_be_is_not_even_asked_for
    tests/runtime/test_runtime_person.py::test_half_a_terminal_is_none
`doctor` reports and does not mint.
    tests/runtime/test_runtime_hub.py::test_doctor_reports_and_never_mints
A pack that only emits has no command.
    tests/runtime/test_runtime_conformance.py::test_a_pack_that_only_emits_executes_nothing
What a control pack announces is an operator's.
    tests/runtime/test_runtime_sense.py::test_control_plane_events_are_an_operators
A pack with Sense proves one announce with the grant on and one with it off.
    tests/proof/test_proof_steps.py::test_announced_events_are_recorded_with_all_five_attributes_and_dropped_without_the_grant
## Delivery: activation and routes
Sense is activated per Principal and pack, apart from Execute.
    tests/runtime/test_runtime_conformance.py::test_sense_is_on_for_a_principal_and_a_pack
    tests/runtime/test_runtime_conformance.py::test_a_grant_of_one_loop_is_none_of_the_other
    tests/runtime/test_runtime_sense.py::test_the_grant_of_ones_own_machine
On: the route is `inbox` for what a user wants to see, else `silent`.
    tests/runtime/test_runtime_sense.py::test_routes
Off: the producer is acknowledged, and nothing is delivered.
    tests/runtime/test_runtime_sense.py::test_off_means_dropped_and_execute_unchanged
Either way Execute is as it was.
    tests/runtime/test_runtime_conformance.py::test_execute_answers_the_same_with_sense_on_and_off
## Delivery: order and records
Ingress, then whether the ref is declared, then `sense.enable`, then the route, then the sink.
    tests/runtime/test_runtime_conformance.py::test_delivery_goes_in_order
An unknown ref is dropped, and that is reported.
    tests/runtime/test_runtime_sense.py::test_unknown_refs_are_dropped_and_reported
Each record has Principal, Binding, land, pack and ref.
    tests/runtime/test_runtime_sense.py::test_on_means_recorded_with_all_attributes
    tests/runtime/test_runtime_sense.py::test_an_event_says_no_principal
Recording mints, spends and runs nothing.
    tests/runtime/test_runtime_isolation.py::test_the_interpreter_sees_an_announce_start_and_import_nothing_of_execute
What cannot be recorded is not acknowledged.
    tests/runtime/test_runtime_sense.py::test_a_sink_that_fails_is_no_acknowledgement
    tests/ingress/test_ingress_server.py::test_what_cannot_be_recorded_is_not_acknowledged
    tests/ingress/test_ingress_promises.py::test_what_could_not_be_recorded_may_be_sent_again
    tests/runtime/test_runtime_emitter.py::test_an_event_that_cannot_be_recorded_is_not_acknowledged
    tests/runtime/test_runtime_sense_promises.py::test_the_sinks_own_connection_waits_for_the_disk
An Invoker that reads the sink later runs Execute under Execute's own grants, and no record shortens that.
    tests/runtime/test_runtime_conformance.py::test_one_who_reads_the_sink_executes_by_a_grant_of_his_own_and_is_asked
    tests/runtime/test_runtime_conformance.py::test_a_grant_of_one_loop_is_none_of_the_other
## Delivery: mechanisms
Signed ingress: an HMAC over the raw body, in a window of time, a replay refused.
    tests/ingress/test_ingress_signature.py::test_whatever_was_changed_is_refused
    tests/ingress/test_ingress_signature.py::test_a_time_outside_the_window_is_refused
    tests/ingress/test_ingress_signature.py::test_a_vendor_keys_with_the_text_that_it_was_given
    tests/ingress/test_ingress_server.py::test_what_is_not_let_in
    tests/ingress/test_ingress_server.py::test_a_replay_is_refused_and_a_retry_is_recorded_once
    tests/ingress/test_ingress_promises.py::test_a_replay_is_refused_for_as_long_as_its_time_would_let_it_in
Vendor push: a provider's notification is mapped to a ref of the pack.
    tests/ingress/test_ingress_maps.py::test_an_opened_issue_is_a_new_item_and_brings_what_the_rule_names_alone
    tests/ingress/test_ingress_maps.py::test_a_push_is_unpacked
Queue: an event stays in it until the sink has it.
    tests/ingress/test_ingress_queues.py::test_an_event_stays_in_the_queue_while_the_sink_cannot_record
    tests/ingress/test_ingress_queues.py::test_a_stream_is_a_queue
    tests/ingress/test_ingress_promises.py::test_an_entry_stays_pending_while_the_sink_cannot_record
Pack process: what a pack emits on its standard output is taken in.
    tests/runtime/test_runtime_python.py::test_the_emitter_records_what_it_yields
    tests/ingress/test_ingress_queues.py::test_an_emitter_is_kept_going_and_ended_with_all_it_started
    tests/ingress/test_ingress_promises.py::test_an_emitter_that_ends_at_once_is_started_ever_more_slowly
The pack carries none of these: they are the user's own configuration.
    tests/ingress/test_ingress_config.py::test_a_source_is_held_to_its_way
    tests/ingress/test_ingress_config.py::test_a_file_that_others_may_read_is_refused
## What Sense is not
Uptime, timers and ticks never go through the sink: the runtime itself announces that a Binding turned, once.
    tests/runtime/test_runtime_sense.py::test_a_binding_that_worked_and_no_longer_does_is_announced_once
    tests/runtime/test_runtime_sense_promises.py::test_an_idle_listener_and_an_idle_pack_announce_nothing_and_run_no_verb
"""
