-- The role KEDA counts open scans with. It sees one column of one table, for two seconds. As a superuser, or as one who may create roles and
-- grant what is in the schema: psql … -v password=PASSWORD -f deploy/postgres/scaler-role.sql
create role tripline_scaler login password :'password' connection limit 4;
alter role tripline_scaler set statement_timeout = '2s';
alter role tripline_scaler set default_transaction_read_only = on;
grant usage on schema coverage to tripline_scaler;
grant select (status) on coverage.scans to tripline_scaler;
