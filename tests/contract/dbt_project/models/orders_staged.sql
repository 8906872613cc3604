{{ config(materialized='ephemeral') }}
select * from {{ source('raw', 'orders') }}
